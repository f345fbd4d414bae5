import { serve } from '../../../shared/http/api.ts'
import type { Call } from '../../../shared/http/exchange.ts'
import { openWorld, routes } from './chain.ts'

export const cup = { id: 7, name: 'cup' }

/** A path that makes and drops things, and what its action was called with. */
export const openPath = (world = openWorld()) => {
  const calls: Call[] = []
  const handler = serve(
    routes,
    {
      makeThing: async call => {
        calls.push(call as unknown as Call)
        return { status: 201, body: cup } as const
      },
      dropThing: async () => ({ status: 204 }) as const,
    },
    {},
    world.ports,
  )
  return { ...world, calls, handler }
}
