import * as z from 'zod/mini'
import type { Route } from './route.ts'

export const serviceRoutes = {
  getOpenApi: {
    method: 'GET',
    path: '/v1/openapi.json',
    tag: 'Service',
    summary: 'This API as an OpenAPI 3.1 document',
    access: 'public',
    answers: { 200: z.looseObject({ openapi: z.string() }) },
  },
  getHealth: {
    method: 'GET',
    path: '/v1/health',
    tag: 'Service',
    summary: 'Whether the service answers',
    access: 'public',
    answers: { 200: z.object({ status: z.literal('ok'), stage: z.string() }) },
  },
} as const satisfies Record<string, Route>
