export const CUT = -1;

/** Returns the length of the UTF-8 character at a place, 0 when there is none, `CUT` when it may go on after the last byte. */
export function sequenceAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  if (first < 0x80) return 1;
  const length = first >= 0xc2 && first <= 0xdf ? 2 : first >= 0xe0 && first <= 0xef ? 3 : first >= 0xf0 && first <= 0xf4 ? 4 : 0;
  for (let next = 1; next < length; next += 1) {
    const byte = bytes[at + next];
    if (byte === undefined) return CUT;
    const [least, most] = next === 1 ? secondByteOf(first) : [0x80, 0xbf];
    if (byte < least || byte > most) return 0;
  }
  return length;
}

/** The Unicode Standard, table 3-7: well-formed UTF-8. */
function secondByteOf(first: number): readonly [least: number, most: number] {
  if (first === 0xe0) return [0xa0, 0xbf];
  if (first === 0xed) return [0x80, 0x9f];
  if (first === 0xf0) return [0x90, 0xbf];
  return first === 0xf4 ? [0x80, 0x8f] : [0x80, 0xbf];
}
