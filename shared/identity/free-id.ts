import { Fault } from '../aws/errors.ts'
import { generateId } from '../table/id.ts'

/** A collision happens once in thousands of lookups of one millisecond. */
const draws = 8

/** @param first tried first @param take false if the id is taken */
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
