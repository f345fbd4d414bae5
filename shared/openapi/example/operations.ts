import { type IdentityProductEntry, lookupDefinitions } from '../../identity/products.ts'
import { lgas, states } from '../../location/location.ts'
import type { Action } from '../../routes.ts'
import { statusOf } from '../../verification/outcome.ts'
import * as dispute from './dispute.ts'
import * as evidence from './evidence.ts'
import type { OperationExample } from './examples.ts'
import * as fieldwork from './fieldwork.ts'
import * as identity from './identity.ts'
import { mending, overviews } from './overview.ts'
import { receipt, receiptKeys } from './receipt.ts'
import * as verification from './verification.ts'
import { at, eventId, recovered, registration, verificationId, webhookAnswers } from './webhook.ts'

const lagos = states.find(({ name }) => name === 'Lagos')!
const token = { accessToken: 'bG9jYWwtdGVzdA_example-token', expiresIn: 7200, tokenType: 'Bearer' }
const session = {
  id: 'reviewer-1',
  roles: ['reviewer'],
  endsAt: '2026-11-20T20:00:00.000Z',
  idleEndsAt: '2026-11-20T09:00:00.000Z',
}
const portalSession = {
  clientId: 'local-test',
  organisation: { id: 1, name: 'Local organisation' },
  mode: 'test',
  scopes: ['addresses', 'webhooks'],
  endsAt: '2026-11-20T16:00:00.000Z',
  idleEndsAt: '2026-11-20T09:00:00.000Z',
}
const refusedRequest = {
  requestId: '7b8c1f1e-5d0a-4c9e-9f43-0d6f2a1b3c4d',
  at,
  clientId: 'local-test',
  action: 'createAddress',
  status: 400,
  code: 'invalid_request',
  pointers: ['/applicant/phone'],
  latencyMs: 12,
}
const charges = {
  month: '2026-11',
  currency: 'NGN',
  data: [
    { product: 'address', count: 4, amount: 10000 },
    { product: 'nin', count: 20, amount: 3000 },
  ],
  total: 13000,
  spendCap: { amount: 50000, used: 15500, spent: 13000 },
}
const portalUrl = 'https://api.example.com/v1/portal#/link/ZXhhbXBsZS1saW5r_local-test'
const report = { 200: { report: '<!doctype html>…' } }
const endpointId = { id: webhookAnswers.read[200].on.id }
const verificationWithId = { id: verificationId }

const receipts: OperationExample = { parameters: verificationWithId, answers: { 200: { receipt } } }

const lookUp = (product: IdentityProductEntry): OperationExample => ({
  parameters: { [product.parameter]: identity.numberOf(product) },
  body: identity.claimOf(product),
  answers: identity.lookUps(product),
})

type LookUps = Record<keyof typeof lookupDefinitions, OperationExample>
const ofLookUps = Object.fromEntries(
  Object.entries(lookupDefinitions).map(([action, product]) => [action, lookUp(product)]),
) as LookUps

/** An example of every operation: a new one does not compile until it has one. @param since a day of the last month */
export const exampleOf = (since: string): Readonly<Record<Action, OperationExample>> => ({
  createToken: {
    body: { clientId: 'local-test', secret: 'local-test-secret' },
    answers: { 200: { token } },
  },
  getSession: { answers: { 200: { reviewer: session } } },
  endSession: { answers: {} },
  createPortalLink: { answers: { 201: { link: { url: portalUrl, expiresAt: at } } } },
  openPortal: { body: { link: 'ZXhhbXBsZS1saW5r_local-test' }, answers: { 201: { opened: portalSession } } },
  signInToPortal: {
    body: { clientId: 'local-test', secret: 'local-test-secret' },
    answers: { 201: { opened: portalSession } },
  },
  getPortalSession: { answers: { 200: { session: portalSession } } },
  closePortal: { answers: {} },
  listRequests: { answers: { 200: { page: { data: [refusedRequest], nextCursor: null } } } },
  listCharges: { answers: { 200: { month: charges } } },
  createAddress: { body: verification.orders.address, answers: verification.creations('address') },
  listAddresses: { answers: verification.lists('address', 'business-address') },
  createProAddress: {
    body: verification.orders['address-pro'],
    answers: verification.creations('address-pro'),
  },
  createBusinessAddress: {
    body: verification.orders['business-address'],
    answers: verification.creations('business-address'),
  },
  getAddress: { parameters: verificationWithId, answers: verification.reads('address') },
  cancelAddress: { parameters: verificationWithId, answers: verification.cancellation('address') },
  createEmployment: { body: verification.orders.employment, answers: verification.creations('employment') },
  listEmployments: { answers: verification.lists('employment') },
  getEmployment: { parameters: verificationWithId, answers: verification.reads('employment') },
  disputeAddress: { parameters: verificationWithId, ...dispute.raised },
  listAddressRevisions: { parameters: verificationWithId, answers: dispute.addressRevisions },
  disputeEmployment: { parameters: verificationWithId, ...dispute.raised },
  listEmploymentRevisions: { parameters: verificationWithId, answers: dispute.employmentRevisions },
  cancelEmployment: { parameters: verificationWithId, answers: verification.cancellation('employment') },
  ...ofLookUps,
  getIdentity: { parameters: verificationWithId, answers: identity.reads },
  getAddressReport: { parameters: verificationWithId, answers: report },
  getEmploymentReport: { parameters: verificationWithId, answers: report },
  getIdentityReport: { parameters: verificationWithId, answers: report },
  listRegistries: { answers: identity.registries },
  getAddressReceipt: receipts,
  getEmploymentReceipt: receipts,
  getIdentityReceipt: receipts,
  getReceiptKeys: { answers: { 200: { keys: receiptKeys } } },
  createWebhook: { body: registration, answers: webhookAnswers.created },
  listWebhooks: { answers: webhookAnswers.list },
  getWebhook: { parameters: endpointId, answers: webhookAnswers.read },
  updateWebhook: {
    parameters: endpointId,
    body: { payload: 'thin', enabled: true },
    answers: webhookAnswers.read,
  },
  deleteWebhook: { parameters: endpointId, answers: {} },
  getWebhookSecret: { parameters: endpointId, answers: webhookAnswers.secret },
  rotateWebhookSecret: {
    parameters: endpointId,
    body: { overlapSeconds: 3600 },
    answers: webhookAnswers.secret,
  },
  pingWebhook: { parameters: endpointId, answers: webhookAnswers.ping },
  recoverWebhook: { parameters: endpointId, body: { since }, answers: recovered(`${since}T00:00:00.000Z`) },
  listWebhookAttempts: { parameters: endpointId, answers: webhookAnswers.attempts },
  listEvents: { parameters: { event: 'address', limit: 20 }, answers: webhookAnswers.events },
  getEvent: { parameters: { id: eventId }, answers: webhookAnswers.event },
  resendEvent: { parameters: { id: eventId }, body: {}, answers: webhookAnswers.resent },
  getFile: { parameters: { token: 'ZXhhbXBsZS10b2tlbi1vZi1hLXBob3Rv' }, answers: {} },
  listStates: {
    answers: { 200: { states: { data: states.slice(0, 2).map(({ id, name }) => ({ id, name })) } } },
  },
  listLgas: {
    parameters: { stateId: lagos.id },
    answers: { 200: { lagos: { data: lgas.filter(({ stateId }) => stateId === lagos.id).slice(0, 2) } } },
  },
  completeTestVerification: {
    parameters: verificationWithId,
    body: verification.forced.request,
    answers: verification.forced.answers,
  },
  moveTestClock: {
    body: { to: 'expired', verificationId },
    answers: { 202: { expired: { to: 'expired', at } } },
  },
  sendSampleEvent: {
    body: { product: 'employment', outcome: statusOf('employerUnreachable').subStatus },
    answers: { 202: { sent: { eventId, verificationId, endpointIds: [endpointId.id] } } },
  },
  listAssignments: { answers: fieldwork.lists },
  getAssignment: { parameters: fieldwork.assignmentId, answers: fieldwork.reads },
  claimAssignment: { parameters: fieldwork.assignmentId, body: fieldwork.claim, answers: fieldwork.claims },
  releaseAssignment: { parameters: fieldwork.assignmentId, answers: {} },
  fileReport: { parameters: fieldwork.assignmentId, body: fieldwork.report, answers: fieldwork.filedReport },
  recordContactAttempt: {
    parameters: fieldwork.assignmentId,
    body: fieldwork.contact.body,
    answers: fieldwork.contact.recorded,
  },
  listContactAttempts: { parameters: fieldwork.assignmentId, answers: fieldwork.contact.read },
  sendLink: { parameters: fieldwork.assignmentId, body: fieldwork.links.body, answers: fieldwork.links.sent },
  listLinks: { parameters: fieldwork.assignmentId, answers: fieldwork.links.read },
  getAssignmentTrail: { parameters: fieldwork.assignmentId, answers: fieldwork.trails },
  decideAssignment: {
    parameters: fieldwork.assignmentId,
    body: fieldwork.decision,
    answers: fieldwork.decisions,
  },
  enrolDevice: { body: { publicKey: evidence.publicKey }, answers: evidence.devices },
  recordPhotos: {
    parameters: fieldwork.assignmentId,
    body: { records: [evidence.signed] },
    answers: evidence.recorded,
  },
  listPhotos: { parameters: fieldwork.assignmentId, answers: evidence.lists },
  takePhoto: {
    parameters: { ...fieldwork.assignmentId, slot: evidence.record.slot },
    body: { sha256: evidence.record.sha256 },
    answers: evidence.taken,
  },
  getOverview: { answers: overviews },
  mendStuck: mending,
  getOpenApi: { answers: { 200: { document: { openapi: '3.1.0' } } } },
  getHealth: { answers: { 200: { ok: { status: 'ok', stage: 'prod' } } } },
})
