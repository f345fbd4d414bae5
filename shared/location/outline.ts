import { type OutlinedArea, decodePolyline } from './area.ts'
import { lgaById, stateById } from './location.ts'
import outlines from './outlines.json' with { type: 'json' }

/*
 * Where states and LGAs end, simplified to 300 m. Lines are stored once, whichever areas they part: an LGA is a list of
 * rings, a ring a list of lines by number, and `~number` a line that is walked backwards, as in TopoJSON
 * (https://github.com/topojson/topojson-specification). The lines are of 2020. They differ by up to 2 km from what people
 * call an area in towns: a remark may depend on them, a refusal never.
 */

const lines = outlines.arcs.split(' ')
const lgasByState = outlines.lgas.map(text =>
  text.split('|').map(rings => rings.split(';').map(ring => ring.split(',').map(Number))),
)

/** Whose the data is. It stands wherever a map made of it is shown. */
export const outlineAttribution = outlines.attribution

const lineOf = (number: number): string => lines[number]!

const numberOf = (signed: number): number => (signed < 0 ? ~signed : signed)

const ringsOf = (lgaId: number) => lgasByState[Math.floor(lgaId / 100) - 1]![(lgaId % 100) - 1]!

const lineNumbersOf = (lgaId: number): readonly number[] => ringsOf(lgaId).flat().map(numberOf)

/** A state ends where a line belongs to one of its LGAs alone. */
const stateLineNumbers = (stateId: number): readonly number[] => {
  const all = lgasByState[stateId - 1]!.flat(2).map(numberOf)
  return [...Map.groupBy(all, number => number)].filter(([, uses]) => uses.length === 1).map(([one]) => one)
}

const areaOf = (name: string, numbers: readonly number[]): OutlinedArea => ({
  name,
  lines: numbers.map(number => decodePolyline(lineOf(number))),
})

/** @param id of an LGA in the list */
export const lgaArea = (id: number): OutlinedArea => areaOf(lgaById(id)!.name, lineNumbersOf(id))

/** @param id of a state in the list */
export const stateArea = (id: number): OutlinedArea => areaOf(stateById(id)!.name, stateLineNumbers(id))
