import * as z from 'zod/mini'
import type { Route } from '../http/contract/route.ts'

export const reportCheckRoutes = {
  getReportCheck: {
    method: 'GET',
    path: '/v1/reports/{code}',
    tag: 'Pages',
    summary: 'Whoever holds a report reads whether it is valid, disputed or superseded',
    access: 'public',
    // Any text: one that is no code is answered with a page of its own.
    params: z.object({ code: z.string() }),
    answers: { 200: null, 404: null },
  },
} as const satisfies Record<string, Route>
