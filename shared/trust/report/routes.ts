import * as z from 'zod/mini'
import type { Route } from '../../http/contract/route.ts'
import { idInPath } from '../../http/contract/text.ts'

export const report = {
  method: 'GET',
  inPortal: true,
  params: z.object({ id: idInPath }),
  answers: { 200: null },
  mediaType: 'text/html',
  problems: ['not_final'],
} as const

export const reportRoutes = {
  getAddressReport: {
    ...report,
    path: '/v1/addresses/{id}/report',
    tag: 'Addresses',
    summary: 'Print the report of a complete address verification',
    access: 'addresses',
  },
  getEmploymentReport: {
    ...report,
    path: '/v1/employments/{id}/report',
    tag: 'Employments',
    summary: 'Print the report of a complete employment verification',
    access: 'employments',
  },
} as const satisfies Record<string, Route>
