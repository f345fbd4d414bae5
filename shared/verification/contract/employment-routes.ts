import * as z from 'zod/mini'
import type { Route } from '../../http/contract/route.ts'
import { idInPath } from '../../http/contract/text.ts'
import { CreateEmployment, CreateEmploymentResponse, EmploymentResponse } from './employment.ts'
import { VerificationFilter, VerificationList } from './list.ts'

const byId = z.object({ id: idInPath })

export const employmentsRoutes = {
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
