/** The kinds of places outside that a tenant may want scores in. `webhook`: the tenant's own server. */
export const DESTINATION_KINDS = ['webhook', 'klaviyo', 'shopify', 'slack', 'storage'] as const;
export type DestinationKind = (typeof DESTINATION_KINDS)[number];

/** The kinds that keep a profile of each customer and get its values instead of events. */
export const PROFILE_KINDS = ['klaviyo', 'shopify'] as const satisfies readonly DestinationKind[];
export const keepsProfiles = (kind: DestinationKind): boolean => (PROFILE_KINDS as readonly DestinationKind[]).includes(kind);

/** The kinds that get everything at once: all profiles, or a snapshot in files. */
export const takesAll = (kind: DestinationKind): boolean => keepsProfiles(kind) || kind === 'storage';

/** The formats of the files of a snapshot. */
export const SNAPSHOT_FORMATS = ['parquet', 'csv'] as const;
export type SnapshotFormat = (typeof SNAPSHOT_FORMATS)[number];

/** The place of the files of a destination of the kind `storage`, in the database and on the wire. The credential is stored apart, sealed. */
export interface StorageSettings {
  /** Scheme and host, without a slash at the end. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Without a slash at either end; empty: the files are at the top of the bucket. */
  readonly prefix: string;
  /** True: the bucket is in the path; false: it is in the name of the host. */
  readonly path_style: boolean;
  readonly format: SnapshotFormat;
}

/** The event of the test of a destination of the kind `storage`. */
export const SNAPSHOT_TESTED = 'snapshot.tested';

/** The deliveries with a message for people: those of each morning and each week. */
export const SUMMARY_EVENTS = ['summary.daily', 'summary.weekly'] as const;
/** The time of messages on the clocks of the tenant, as a cron expression. */
export const SUMMARY_TIME = '0 8 * * *';
/** The time of the weekly digest, likewise: Mondays. */
export const DIGEST_TIME = '0 8 * * 1';
export type SummaryEvent = (typeof SUMMARY_EVENTS)[number];

/** The event of a delivery that brings profiles up to date. */
export const PROFILES_UPDATED = 'profiles.updated';

/** The body of such a delivery as stored. The values are read when it is sent, so an old state never replaces a newer one. */
export interface ProfilesUpdated {
  readonly event: typeof PROFILES_UPDATED;
  /** Internal ids. */
  readonly customer_ids: readonly string[];
}

/** The event of a delivery that clears what we wrote about erased customers. */
export const PROFILES_REMOVED = 'profiles.removed';

/** The body of such a delivery. It is deleted when the delivery ends, also without success. */
export interface ProfilesRemoved {
  readonly event: typeof PROFILES_REMOVED;
  /** The tenant's own identifiers. */
  readonly external_ids: readonly string[];
}

/** Customers of one delivery. */
export const PROFILES_PER_DELIVERY = 1000;
