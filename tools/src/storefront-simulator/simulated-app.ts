/** The app's registration on the platform. */
export interface SimulatedApp {
  readonly clientId: string;
  secret: string;
}
