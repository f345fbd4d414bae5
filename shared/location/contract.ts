import * as z from 'zod/mini'

/**
 * How a position of an address came to be known, the surest first: by the applicant on a map, by the order, or not at all. A
 * centre says in which area the address is, and nothing else.
 */
export const positionPrecisions = ['confirmed', 'stated', 'lga_centre', 'state_centre'] as const
export type PositionPrecision = (typeof positionPrecisions)[number]

/** More decimals are noise, and a number that the table cannot hold. */
const roundedTo = (decimals: number) => {
  const parts = 10 ** decimals
  return z.overwrite((value: number) => Math.round(value * parts) / parts + 0)
}

/** A latitude or longitude (WGS 84), to ten millionths of a degree: a centimetre. */
export const degrees = (most: 90 | 180) => z.number().check(z.minimum(-most), z.maximum(most), roundedTo(7))

/** Radius in metres within which a device believes to be, to a centimetre; beyond the Earth's size it says nothing. */
export const accuracyMetres = z.number().check(z.minimum(0), z.maximum(1e8), roundedTo(2))
