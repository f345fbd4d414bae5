import * as z from 'zod/mini'
import { listSchema } from '../http/contract/page.ts'
import type { Route } from '../http/contract/route.ts'
import { id, idInPath } from '../http/contract/text.ts'

export const StateList = listSchema(z.object({ id, name: z.string() }))
export const LgaList = listSchema(z.object({ id, name: z.string(), stateId: id }))

export const locationsRoutes = {
  listStates: {
    method: 'GET',
    path: '/v1/locations/states',
    tag: 'Locations',
    summary: 'List the 36 states and the Federal Capital Territory',
    access: 'public',
    answers: { 200: StateList },
  },
  listLgas: {
    method: 'GET',
    path: '/v1/locations/states/{stateId}/lgas',
    tag: 'Locations',
    summary: 'List the local government areas of a state',
    access: 'public',
    params: z.object({ stateId: idInPath }),
    answers: { 200: LgaList },
  },
} as const satisfies Record<string, Route>
