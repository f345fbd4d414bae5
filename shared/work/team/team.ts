import { lgaById, lgasOf, stateById } from '../../location/location.ts'
import type { Product } from '../../verification/contract/product.ts'

/** People who work in the same places. The operator names them and their areas. */
export interface Team {
  readonly id: string
  readonly name: string
  /** Ids of LGAs, and of states, which stand for all of their LGAs. */
  readonly areas: readonly number[]
}

/** A person with the role of an agent, by whose id claims are made, too. */
export interface TeamMember {
  readonly agentId: string
  readonly teamId: string
  /** How many visits they hold at most: what they can do in a day. Absent: as many as the stage permits. */
  readonly dailyCapacity?: number | undefined
  /** The work that they can do. Absent: all. */
  readonly products?: readonly Product[] | undefined
}

/** An id of an LGA begins with that of its state: 2411. */
const isStateId = (area: number): boolean => area < 100

export const isKnownArea = (area: number): boolean =>
  (isStateId(area) ? stateById(area) : lgaById(area)) !== undefined

/** Each LGA once, by id. An unknown area has none. */
export const lgaIdsOf = (areas: readonly number[]): readonly number[] => {
  const lgas = areas.flatMap(area => {
    const state = isStateId(area) ? stateById(area) : undefined
    return state ? lgasOf(state) : (lgaById(area) ?? [])
  })
  return [...new Set(lgas.map(({ id }) => id))].toSorted((one, other) => one - other)
}

/** A list of what is open asks once for each state; Kano, the state with the most LGAs, has 44. */
export const maxLgasOfTeam = 60
