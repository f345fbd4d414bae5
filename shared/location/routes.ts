import * as z from 'zod/mini'
import { listSchema } from '../http/contract/page.ts'
import type { Route } from '../http/contract/route.ts'
import { id, idInPath } from '../http/contract/text.ts'

/** A state, or the Federal Capital Territory. */
const State = z.object({
  /** The id of the state. It never changes. @example 24 */
  id,
  /** The name, as an order takes it in `stateName`. @example "Lagos" */
  name: z.string(),
})

/** All states. @property data The states and the Federal Capital Territory, by name. */
export const StateList = listSchema(State)

/** A local government area. */
const Lga = z.object({
  /** The id of the area. It never changes. @example 2411 */
  id,
  /** The name, as an order takes it in `lgaName`. @example "Ikeja" */
  name: z.string(),
  /** The id of its state. @example 24 */
  stateId: id,
})

/** The local government areas of a state. @property data The areas, by name. */
export const LgaList = listSchema(Lga)

export const locationsRoutes = {
  /**
   * Lists the 36 states and the Federal Capital Territory. Use the names in orders.
   * @returns All of them at once, without pages.
   */
  listStates: {
    method: 'GET',
    path: '/v1/locations/states',
    tag: 'Locations',
    summary: 'List the 36 states and the Federal Capital Territory',
    access: 'public',
    answers: { 200: StateList },
  },
  /**
   * Lists the local government areas (LGAs) of one state. Use the names in orders.
   * @returns All of them at once, without pages.
   */
  listLgas: {
    method: 'GET',
    path: '/v1/locations/states/{stateId}/lgas',
    tag: 'Locations',
    summary: 'List the local government areas of a state',
    access: 'public',
    params: z.object({
      /** The id of the state, from the list of states. @example 24 */
      stateId: idInPath,
    }),
    answers: { 200: LgaList },
  },
} as const satisfies Record<string, Route>
