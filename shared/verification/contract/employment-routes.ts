import * as z from 'zod/mini'
import type { Route } from '../../http/contract/route.ts'
import { idInPath } from '../../http/contract/text.ts'
import { CreateEmployment, CreateEmploymentResponse, EmploymentResponse } from './employment.ts'
import { VerificationFilter, VerificationList } from './list.ts'

const byId = z.object({
  /** The id of the verification. Read the record with it. @example 890123456789012 */
  id: idInPath,
})

export const employmentsRoutes = {
  /**
   * Orders the verification of a job. The employer is asked by a link and by telephone, a reviewer decides,
   * and an event brings the result.
   * @costs The price of the product once people have decided, whatever they found. A duplicate, an expiry and
   * a cancellation cost nothing.
   * @returns 201 with the accepted order, `IN_PROGRESS`; 200 with the earlier verification if an equal order
   * was accepted within 30 days.
   * @events employment.verification_started, employment.verification_delayed,
   * employment.verification_completed
   */
  createEmployment: {
    method: 'POST',
    path: '/v1/employments',
    tag: 'Employments',
    summary: 'Order the verification of an employment',
    access: 'employments',
    inPortal: 'test',
    body: CreateEmployment,
    answers: { 201: CreateEmploymentResponse, 200: CreateEmploymentResponse },
    problems: ['spend_cap_reached'],
    storesAnswer: true,
  },
  /**
   * Lists the employment verifications of your organisation in the mode of your client, newest first.
   * @returns A page, and the cursor of the next one.
   */
  listEmployments: {
    method: 'GET',
    path: '/v1/employments',
    tag: 'Employments',
    summary: 'List employment verifications, newest first',
    access: 'employments',
    inPortal: true,
    query: VerificationFilter,
    answers: { 200: VerificationList },
  },
  /**
   * Reads one employment verification.
   * @returns The record as it was ordered, and once it is complete with what was found.
   */
  getEmployment: {
    method: 'GET',
    path: '/v1/employments/{id}',
    tag: 'Employments',
    summary: 'Read an employment verification',
    access: 'employments',
    inPortal: true,
    params: byId,
    answers: { 200: EmploymentResponse },
  },
  /**
   * Cancels an employment verification. It works until the employer has answered.
   * @returns The record, which is now `CANCELLED`. Cancelling again returns the same.
   * @events employment.verification_completed
   */
  cancelEmployment: {
    method: 'DELETE',
    path: '/v1/employments/{id}',
    tag: 'Employments',
    summary: 'Cancel an employment verification before the employer was reached',
    access: 'employments',
    params: byId,
    answers: { 200: EmploymentResponse },
    problems: ['not_cancellable'],
  },
} as const satisfies Record<string, Route>
