import type { Route } from './route.ts'
import { addressesRoutes } from './routes/addresses.ts'
import { authenticationRoutes } from './routes/authentication.ts'
import { employmentsRoutes } from './routes/employments.ts'
import { eventsRoutes } from './routes/events.ts'
import { identitiesRoutes } from './routes/identities.ts'
import { locationsRoutes } from './routes/locations.ts'
import { mediaRoutes } from './routes/media.ts'
import { sandboxRoutes } from './routes/sandbox.ts'
import { serviceRoutes } from './routes/service.ts'
import { webhooksRoutes } from './routes/webhooks.ts'

/**
 * The list of routes: the only place where an endpoint is named. Resources, gateway routes, log groups, alarms,
 * the OpenAPI document, the laptop's routes and the conformance tests all follow from it. A key is the action's
 * name: the constant in `functions/api`, the operationId, the title of its tests. It is written in one file per
 * tag, so that a function carries the schemas of its own routes alone.
 */
export const routes = {
  ...authenticationRoutes,
  ...addressesRoutes,
  ...employmentsRoutes,
  ...identitiesRoutes,
  ...webhooksRoutes,
  ...eventsRoutes,
  ...mediaRoutes,
  ...locationsRoutes,
  ...sandboxRoutes,
  ...serviceRoutes,
} as const satisfies Record<string, Route>

export type Routes = typeof routes
export type Action = keyof Routes
export type Path = Routes[Action]['path']

/** Every path once, in the order of the list. */
export const paths = [...new Set(Object.values(routes).map(route => route.path))]
