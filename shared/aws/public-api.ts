import type { PublicActions, RoutesOf } from '../http/exchange.ts'
import type { PublicPorts } from '../http/ports.ts'
import { type ApiHandler, servePublic as servePublicWith } from '../http/serve.ts'
import { fieldsOfError, log } from './log.ts'

export const publicPorts: PublicPorts = { now: Date.now, random: Math.random, log, fieldsOfError }

/** The Lambda handler of a path that anyone may call: it carries no database and starts in a fraction of the time. */
export const servePublic = <Of extends PublicActions>(routes: RoutesOf<Of>, actions: Of): ApiHandler =>
  servePublicWith(routes, actions, publicPorts)
