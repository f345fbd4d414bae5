import * as z from 'zod/mini'
import type { Route } from './route.ts'

export const serviceRoutes = {
  /**
   * Returns the description of this API for programs. Generate a client from it, or import it into your
   * tools.
   * @returns An OpenAPI 3.1 document, compressed if you accept that.
   */
  getOpenApi: {
    method: 'GET',
    path: '/v1/openapi.json',
    tag: 'Service',
    summary: 'This API as an OpenAPI 3.1 document',
    access: 'public',
    answers: {
      /** An OpenAPI document. */
      200: z.looseObject({
        /** The version of OpenAPI. @example "3.1.0" */
        openapi: z.string(),
      }),
    },
  },
  /**
   * Answers without looking at anything else, so that a monitor can tell whether the service is reachable.
   * @returns `ok`, the name of the deployment and its release.
   */
  getHealth: {
    method: 'GET',
    path: '/v1/health',
    tag: 'Service',
    summary: 'Whether the service answers',
    access: 'public',
    answers: {
      /** The service answers. */
      200: z.object({
        /** Always `ok`. @example "ok" */
        status: z.literal('ok'),
        /** The name of the deployment. @example "prod" */
        stage: z.string(),
        /** The release that answers. @example "1.0.0" */
        version: z.string(),
      }),
    },
  },
} as const satisfies Record<string, Route>
