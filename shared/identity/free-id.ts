import { Fault } from '../aws/errors.ts'
import { generateId } from '../table/id.ts'

/** Draws of an id before something must be wrong: one is taken once in thousands of look-ups of a millisecond. */
const draws = 8

/**
 * Draws until an id is free, and answers it.
 * @param first the id that is tried first
 * @param take takes an id, or answers false where it is somebody else's
 */
export const withFreeId = async (
  first: number,
  atMs: number,
  take: (id: number) => Promise<boolean>,
): Promise<number> => {
  let id = first
  for (let draw = 0; draw < draws; draw++) {
    if (await take(id)) return id
    id = generateId(atMs, Math.random())
  }
  throw new Fault('No free id was drawn')
}
