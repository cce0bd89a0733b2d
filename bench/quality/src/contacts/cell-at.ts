/** Returns a number like `customers.contact_cell`, from the score and two levels from 0 to 2. */
export function cellAt({ score, silence, orders }: { score: number; silence: number; orders: number }): number {
  const band = score < 0.4 ? 0 : score < 0.7 ? 1 : score < 0.9 ? 2 : 3;
  return 9 * band + 3 * silence + orders;
}
