import type { ActionRequest } from '../../../shared/http/action.ts'
import { serve } from '../../../shared/http/api.ts'
import { openWorld, routes } from './chain.ts'

export const cup = { id: 7, name: 'cup' }

export const openPath = (world = openWorld()) => {
  const calls: ActionRequest[] = []
  const handler = serve(
    routes,
    {
      makeThing: async request => {
        calls.push(request as unknown as ActionRequest)
        return { status: 201, body: cup } as const
      },
      dropThing: async () => ({ status: 204 }) as const,
    },
    {},
    world.ports,
  )
  return { ...world, calls, handler }
}
