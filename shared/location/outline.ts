import { type OutlinedArea, decodePolyline } from './area.ts'
import { lgaCentre } from './lga-centre.ts'
import { lgaById, stateById } from './location.ts'
import type { Coordinates } from './position.ts'
import outlines from './outlines.json' with { type: 'json' }

/*
 * Where states and LGAs end, simplified to 300 m. Lines are stored once, whichever areas they part: an LGA is a list of
 * rings, a ring a list of lines by number, and `~number` a line that is walked backwards, as in TopoJSON
 * (https://github.com/topojson/topojson-specification). The lines are of 2020. They differ by up to 2 km from what people
 * call an area in towns: a remark may depend on them, a refusal never.
 */

const readOutlines = () => ({
  lines: outlines.arcs.split(' '),
  lgasByState: outlines.lgas.map(text =>
    text.split('|').map(rings => rings.split(';').map(ring => ring.split(',').map(Number))),
  ),
})

let readOnce: ReturnType<typeof readOutlines> | undefined

/** Read when the first is asked for, since most requests of a function ask for none. */
const all = () => {
  readOnce ??= readOutlines()
  return readOnce
}

const lineOf = (number: number): string => all().lines[number]!

const numberOf = (signed: number): number => (signed < 0 ? ~signed : signed)

const ringsOf = (lgaId: number) => all().lgasByState[Math.floor(lgaId / 100) - 1]![(lgaId % 100) - 1]!

const lineNumbersOf = (lgaId: number): readonly number[] => ringsOf(lgaId).flat().map(numberOf)

/** A state ends where a line belongs to one of its LGAs alone. */
const stateLineNumbers = (stateId: number): readonly number[] => {
  const numbers = all().lgasByState[stateId - 1]!.flat(2).map(numberOf)
  return [...Map.groupBy(numbers, number => number)]
    .filter(([, uses]) => uses.length === 1)
    .map(([one]) => one)
}

const areaOf = (name: string, numbers: readonly number[]): OutlinedArea => ({
  name,
  lines: numbers.map(number => decodePolyline(lineOf(number))),
})

/** @param id of an LGA in the list */
export const lgaArea = (id: number): OutlinedArea => areaOf(lgaById(id)!.name, lineNumbersOf(id))

/** @param id of a state in the list */
export const stateArea = (id: number): OutlinedArea => areaOf(stateById(id)!.name, stateLineNumbers(id))

export const outlinesAttribution = outlines.attribution

let lgasByLine: ReadonlyMap<number, readonly number[]> | undefined

const readLgasByLine = () => {
  const uses = all().lgasByState.flatMap((lgas, state) =>
    lgas.flatMap((rings, lga) =>
      rings.flat().map(number => ({ line: numberOf(number), id: 100 * (state + 1) + lga + 1 })),
    ),
  )
  const byLine = Map.groupBy(uses, ({ line }) => line)
  return new Map([...byLine].map(([line, lgas]) => [line, lgas.map(({ id }) => id)]))
}

/** The other LGAs that share a line of the outline. */
const neighboursOf = (lgaId: number): readonly number[] => {
  lgasByLine ??= readLgasByLine()
  const beside = new Set(lineNumbersOf(lgaId).flatMap(line => lgasByLine!.get(line)!))
  beside.delete(lgaId)
  return [...beside]
}

/** An LGA among its neighbours, for a drawing: its own lines, other lines of the neighbours, and those of its state. */
export const buildAreaMap = (lgaId: number) => {
  const beside = neighboursOf(lgaId)
  const own = new Set(lineNumbersOf(lgaId))
  const others = new Set(beside.flatMap(lineNumbersOf)).difference(own)
  return {
    attribution: outlinesAttribution,
    names: [lgaId, ...beside].map(id => ({ name: lgaById(id)!.name, ...lgaCentre(id) })),
    lines: {
      lga: [...own].map(lineOf),
      neighbours: [...others].map(lineOf),
      state: stateLineNumbers(Math.floor(lgaId / 100)).map(lineOf),
    },
  }
}

const pointKey = ({ latitude, longitude }: Coordinates): string => `${latitude} ${longitude}`

/** Joins the lines of an outline at their ends, into closed rings that can be filled. */
export const joinLines = ({ lines }: OutlinedArea): readonly (readonly Coordinates[])[] => {
  const left = new Set(lines)
  const rings: (readonly Coordinates[])[] = []
  for (const first of lines) {
    if (!left.delete(first)) continue
    const ring = [...first]
    while (pointKey(ring[0]!) !== pointKey(ring.at(-1)!)) {
      const end = pointKey(ring.at(-1)!)
      const next = [...left].find(line => pointKey(line[0]!) === end || pointKey(line.at(-1)!) === end)
      if (!next) break
      left.delete(next)
      ring.push(...(pointKey(next[0]!) === end ? next : next.toReversed()).slice(1))
    }
    rings.push(ring)
  }
  return rings
}
