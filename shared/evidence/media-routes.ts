import * as z from 'zod/mini'
import type { Route } from '../http/contract/route.ts'

export const mediaRoutes = {
  getFile: {
    method: 'GET',
    path: '/v1/file/{token}',
    tag: 'Media',
    summary: 'Download an evidence photo; the token is the permission',
    access: 'public',
    params: z.object({ token: z.string().check(z.regex(/^[\w.-]{20,500}$/)) }),
    answers: { 302: null },
  },
} as const satisfies Record<string, Route>
