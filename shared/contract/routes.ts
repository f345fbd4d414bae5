import * as z from 'zod/mini'
import { AddressVerification, CreateAddress, CreateBusinessAddress, CreatedAddress } from './address.ts'
import { CreatedEmployment, CreateEmployment, EmploymentVerification } from './employment.ts'
import { Event, EventFilterQuery, EventList, eventId } from './event.ts'
import { VerificationFilter, VerificationList } from './list.ts'
import { LgaList, StateList } from './location.ts'
import type { Route } from './route.ts'
import { idInPath } from './text.ts'
import { Token, TokenRequest } from './token.ts'
import { CreatedWebhook, CreateWebhook, Webhook, WebhookList } from './webhook.ts'

const byId = z.object({ id: idInPath })

/**
 * The list of routes: the only place where an endpoint is named. Resources, gateway routes, log groups, alarms,
 * the OpenAPI document, the laptop's routes and the conformance tests all follow from it. A key is the action's
 * name: the export in `functions/api`, the operationId, the title of its tests.
 */
export const routes = {
  createToken: {
    method: 'POST',
    path: '/v1/token',
    tag: 'Authentication',
    summary: 'Exchange client credentials for an access token',
    access: 'public',
    body: TokenRequest,
    answers: { 200: Token },
    problems: ['unauthenticated'],
  },
  createAddress: {
    method: 'POST',
    path: '/v1/addresses',
    tag: 'Addresses',
    summary: 'Order the verification of a street address',
    access: 'addresses',
    body: CreateAddress,
    answers: { 201: CreatedAddress, 200: CreatedAddress },
  },
  listAddresses: {
    method: 'GET',
    path: '/v1/addresses',
    tag: 'Addresses',
    summary: 'List address verifications, newest first',
    access: 'addresses',
    query: VerificationFilter,
    answers: { 200: VerificationList },
  },
  createBusinessAddress: {
    method: 'POST',
    path: '/v1/addresses/business',
    tag: 'Addresses',
    summary: 'Order the verification of a business address',
    access: 'addresses',
    body: CreateBusinessAddress,
    answers: { 201: CreatedAddress, 200: CreatedAddress },
  },
  getAddress: {
    method: 'GET',
    path: '/v1/addresses/{id}',
    tag: 'Addresses',
    summary: 'Read an address verification',
    access: 'addresses',
    params: byId,
    answers: { 200: AddressVerification },
  },
  cancelAddress: {
    method: 'DELETE',
    path: '/v1/addresses/{id}',
    tag: 'Addresses',
    summary: 'Cancel an address verification that nobody has visited yet',
    access: 'addresses',
    params: byId,
    answers: { 200: AddressVerification },
    problems: ['not_cancellable'],
  },
  createEmployment: {
    method: 'POST',
    path: '/v1/employments',
    tag: 'Employments',
    summary: 'Order the verification of an employment',
    access: 'employments',
    body: CreateEmployment,
    answers: { 201: CreatedEmployment, 200: CreatedEmployment },
  },
  listEmployments: {
    method: 'GET',
    path: '/v1/employments',
    tag: 'Employments',
    summary: 'List employment verifications, newest first',
    access: 'employments',
    query: VerificationFilter,
    answers: { 200: VerificationList },
  },
  getEmployment: {
    method: 'GET',
    path: '/v1/employments/{id}',
    tag: 'Employments',
    summary: 'Read an employment verification',
    access: 'employments',
    params: byId,
    answers: { 200: EmploymentVerification },
  },
  cancelEmployment: {
    method: 'DELETE',
    path: '/v1/employments/{id}',
    tag: 'Employments',
    summary: 'Cancel an employment verification before the employer was reached',
    access: 'employments',
    params: byId,
    answers: { 200: EmploymentVerification },
    problems: ['not_cancellable'],
  },
  createWebhook: {
    method: 'POST',
    path: '/v1/webhooks',
    tag: 'Webhooks',
    summary: 'Register an endpoint that receives events',
    access: 'webhooks',
    body: CreateWebhook,
    answers: { 201: CreatedWebhook },
    problems: ['too_many_webhooks'],
  },
  listWebhooks: {
    method: 'GET',
    path: '/v1/webhooks',
    tag: 'Webhooks',
    summary: 'List endpoints',
    access: 'webhooks',
    answers: { 200: WebhookList },
  },
  getWebhook: {
    method: 'GET',
    path: '/v1/webhooks/{id}',
    tag: 'Webhooks',
    summary: 'Read an endpoint',
    access: 'webhooks',
    params: byId,
    answers: { 200: Webhook },
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/v1/webhooks/{id}',
    tag: 'Webhooks',
    summary: 'Delete an endpoint; nothing is sent to it afterwards',
    access: 'webhooks',
    params: byId,
    answers: { 204: null },
  },
  listEvents: {
    method: 'GET',
    path: '/v1/events',
    tag: 'Events',
    summary: 'List events, newest first',
    access: 'webhooks',
    query: EventFilterQuery,
    answers: { 200: EventList },
  },
  getEvent: {
    method: 'GET',
    path: '/v1/events/{id}',
    tag: 'Events',
    summary: 'Read an event with its exact bytes and its delivery attempts',
    access: 'webhooks',
    params: z.object({ id: eventId }),
    answers: { 200: Event },
  },
  getFile: {
    method: 'GET',
    path: '/v1/file/{token}',
    tag: 'Media',
    summary: 'Download an evidence photo; the token is the permission',
    access: 'public',
    params: z.object({ token: z.string().check(z.regex(/^[\w.-]{20,500}$/)) }),
    answers: { 302: null },
  },
  listStates: {
    method: 'GET',
    path: '/v1/locations/states',
    tag: 'Locations',
    summary: 'List the 36 states and the Federal Capital Territory',
    access: 'public',
    answers: { 200: StateList },
  },
  listLgas: {
    method: 'GET',
    path: '/v1/locations/states/{stateId}/lgas',
    tag: 'Locations',
    summary: 'List the local government areas of a state',
    access: 'public',
    params: z.object({ stateId: idInPath }),
    answers: { 200: LgaList },
  },
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

export type Routes = typeof routes
export type Action = keyof Routes
export type Path = Routes[Action]['path']

/** Every path once, in the order of the list. */
export const paths = [...new Set(Object.values(routes).map(route => route.path))]
