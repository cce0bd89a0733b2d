import type { StorageSettings } from '#libs/core';

type Place = Pick<StorageSettings, 'endpoint' | 'bucket' | 'prefix' | 'path_style'>;

/** Returns the URL of the bucket, without a slash at the end. */
export function bucketUrl({ endpoint, bucket, path_style: isPath }: Omit<Place, 'prefix'>): string {
  if (isPath) return `${endpoint}/${bucket}`;
  const url = new URL(endpoint);
  url.host = `${bucket}.${url.host}`;
  return url.origin;
}

/** Returns the key of a file in the bucket. @param path below the prefix */
export const keyIn = ({ prefix }: Pick<Place, 'prefix'>, path: string): string => (prefix === '' ? path : `${prefix}/${path}`);

/** Returns the place as a URL: two destinations with the same one would write over each other. */
export const placeUrl = (place: Place): string => [bucketUrl(place), place.prefix].filter((part) => part !== '').join('/');
