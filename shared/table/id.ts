/** Milliseconds of 2020-01-01T00:00:00Z: 41 bits from here last until 2089. */
const epochMs = 1_577_836_800_000
const randomValues = 4096

/**
 * A new id: 41 bits of milliseconds and 12 random bits, below 2^53. Two draws of one millisecond may collide,
 * so every write of an id is conditional on its absence and draws again.
 * @param random in [0, 1)
 */
export const generateId = (nowMs: number, random: number): number =>
  (nowMs - epochMs) * randomValues + Math.floor(random * randomValues)

/** The smallest id that can be drawn at or after this time; ids sort by time. */
export const minIdAt = (timeMs: number): number => Math.max(1, generateId(timeMs, 0))

/** When an id was drawn, ISO 8601; a candidate after it may say a millisecond later. */
export const timeOfId = (id: number): string =>
  new Date(Math.floor(id / randomValues) + epochMs).toISOString()

/** No stage is older. With it an id of ours is told from an id number or a telephone number, which are far smaller. */
const firstDrawnAtMs = Date.parse('2026-01-01T00:00:00.000Z')

/** Whether an id can have been drawn by this time. */
export const isIdDrawnBy = (id: number, nowMs: number): boolean =>
  id >= minIdAt(firstDrawnAtMs) && id < minIdAt(nowMs + 1)

/** The id to try if this one is taken: always the same, so that a repeat finds what was done. */
export const nextIdCandidate = (id: number): number => id + 1
