import { fieldsOfError, log } from '../aws/log.ts'
import type { ActionsOf, Routes } from './exchange.ts'
import type { PublicPorts } from './ports.ts'
import { type ApiHandler, servePublic as servePublicWith } from './serve.ts'

export const publicPorts: PublicPorts = { now: Date.now, random: Math.random, log, fieldsOfError }

/** The Lambda handler of a path that anyone may call: it carries no database and starts in a fraction of the time. */
export const servePublic = <List extends Routes>(routes: List, actions: ActionsOf<List>): ApiHandler =>
  servePublicWith(routes, actions, publicPorts)
