import * as z from 'zod/mini'
import type { Route } from '../http/contract/route.ts'
import { idInPath } from '../http/contract/text.ts'

/**
 * The page needs no script and no further request. It is available as long as the record.
 * @returns One HTML page.
 */
export const report = {
  method: 'GET',
  inPortal: true,
  params: z.object({
    /** The id of the verification. Read the record with it. @example 890123456789012 */
    id: idInPath,
  }),
  answers: { 200: null },
  mediaType: 'text/html',
  problems: ['not_final'],
} as const

export const reportRoutes = {
  /**
   * Returns the report of a complete address verification as a page to print or to save: claimed beside
   * found, with the photos.
   */
  getAddressReport: {
    ...report,
    path: '/v1/addresses/{id}/report',
    tag: 'Addresses',
    summary: 'Print the report of a complete address verification',
    access: 'addresses',
  },
  /**
   * Returns the report of a complete employment verification as a page to print or to save: claimed beside
   * what the employer said.
   */
  getEmploymentReport: {
    ...report,
    path: '/v1/employments/{id}/report',
    tag: 'Employments',
    summary: 'Print the report of a complete employment verification',
    access: 'employments',
  },
} as const satisfies Record<string, Route>
