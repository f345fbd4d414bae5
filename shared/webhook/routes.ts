import * as z from 'zod/mini'
import { Page } from '../http/contract/page.ts'
import type { Route } from '../http/contract/route.ts'
import { idInPath } from '../http/contract/text.ts'
import {
  AttemptList,
  CreateWebhook,
  CreateWebhookResponse,
  Ping,
  RecoverWebhook,
  RecoverySpan,
  RotateSecret,
  UpdateWebhook,
  Webhook,
  WebhookList,
  WebhookSecret,
} from './contract.ts'

const byId = z.object({
  /** The id of the endpoint. @example 890123456789030 */
  id: idInPath,
})

export const webhooksRoutes = {
  /**
   * Registers an endpoint that receives events. Keep the secret: it proves that a delivery comes from this
   * service.
   *
   * Every payload but `thin` needs the scopes of the products that the events report. A repeat with the same
   * Idempotency-Key returns the endpoint in its present state, with its current secret.
   * @returns The endpoint with its secret.
   */
  createWebhook: {
    method: 'POST',
    path: '/v1/webhooks',
    tag: 'Webhooks',
    summary: 'Register an endpoint that receives events',
    access: 'webhooks',
    inPortal: true,
    answerIsPrivate: true,
    body: CreateWebhook,
    answers: { 201: CreateWebhookResponse },
    problems: ['not_found', 'too_many_webhooks', 'webhook_exists'],
  },
  /**
   * Lists your endpoints in the mode of your client.
   * @returns All of them on one page, without secrets.
   */
  listWebhooks: {
    method: 'GET',
    path: '/v1/webhooks',
    tag: 'Webhooks',
    summary: 'List endpoints',
    access: 'webhooks',
    inPortal: true,
    answers: { 200: WebhookList },
  },
  /**
   * Reads one endpoint, with its health.
   * @returns The endpoint without its secret.
   */
  getWebhook: {
    method: 'GET',
    path: '/v1/webhooks/{id}',
    tag: 'Webhooks',
    summary: 'Read an endpoint',
    access: 'webhooks',
    inPortal: true,
    params: byId,
    answers: { 200: Webhook },
  },
  /**
   * Changes the settings of an endpoint.
   *
   * After you enable an endpoint, the service sends the events that were pending when it was disabled and
   * those that have happened since, for up to 30 days.
   * @returns The endpoint as it is now.
   */
  updateWebhook: {
    method: 'PATCH',
    path: '/v1/webhooks/{id}',
    tag: 'Webhooks',
    summary: 'Change, enable or disable an endpoint',
    access: 'webhooks',
    inPortal: true,
    params: byId,
    body: UpdateWebhook,
    answers: { 200: Webhook },
    problems: ['webhook_exists'],
  },
  /**
   * Deletes an endpoint. Its pending deliveries are dropped.
   * @returns 204 without a body.
   */
  deleteWebhook: {
    method: 'DELETE',
    path: '/v1/webhooks/{id}',
    tag: 'Webhooks',
    summary: 'Delete an endpoint; nothing is sent to it afterwards',
    access: 'webhooks',
    params: byId,
    answers: { 204: null },
  },
  /**
   * Reads the secret of an endpoint, and older ones that still sign.
   * @returns The secrets.
   */
  getWebhookSecret: {
    method: 'GET',
    path: '/v1/webhooks/{id}/secret',
    tag: 'Webhooks',
    summary: "Read an endpoint's signing secret",
    access: 'webhooks',
    params: byId,
    answers: { 200: WebhookSecret },
  },
  /**
   * Replaces the secret. For a while both sign, so that no delivery is refused.
   *
   * The old and the new secret both sign for 24 hours, or as long as the body says. The service refuses a
   * ninth rotation within a day, but never one with `overlapSeconds: 0`, which ends all older secrets at
   * once.
   * @returns The new secret, and those before it.
   */
  rotateWebhookSecret: {
    method: 'POST',
    path: '/v1/webhooks/{id}/secret',
    tag: 'Webhooks',
    summary: "Replace an endpoint's signing secret",
    access: 'webhooks',
    answerIsPrivate: true,
    params: byId,
    body: RotateSecret,
    answers: { 200: WebhookSecret },
    problems: ['too_many_secrets'],
  },
  /**
   * Sends a signed sample now, and waits for the response. A success also ends the wait of a failing
   * endpoint.
   *
   * The sample is `{"event":"webhook","event_type":"ping","data":{"id":…}}` with the id of the endpoint. It
   * is not an event: it is in no list, is sent once, and also to a disabled endpoint. The service waits 5
   * seconds for the response.
   * @returns The result.
   */
  pingWebhook: {
    method: 'POST',
    path: '/v1/webhooks/{id}/ping',
    tag: 'Webhooks',
    summary: 'Send a signed sample to an endpoint and return the result',
    access: 'webhooks',
    inPortal: true,
    params: byId,
    answers: { 200: Ping },
  },
  /**
   * Sends all events of a time again that did not arrive.
   *
   * Sends every event of this time that the endpoint subscribes to and never answered with 2xx, each with a
   * new retry schedule.
   * @returns 202 with the time that is recovered.
   */
  recoverWebhook: {
    method: 'POST',
    path: '/v1/webhooks/{id}/recover',
    tag: 'Webhooks',
    summary: 'Resend the events that did not reach an endpoint',
    access: 'webhooks',
    inPortal: true,
    params: byId,
    body: RecoverWebhook,
    answers: { 202: RecoverySpan },
    problems: ['webhook_disabled'],
  },
  /**
   * Lists the attempts to deliver to an endpoint, newest first.
   *
   * Attempts are stored for 30 days.
   * @returns A page, and the cursor of the next one.
   */
  listWebhookAttempts: {
    method: 'GET',
    path: '/v1/webhooks/{id}/attempts',
    tag: 'Webhooks',
    summary: 'List the attempts to deliver to an endpoint, newest first',
    access: 'webhooks',
    inPortal: true,
    params: byId,
    query: Page,
    answers: { 200: AttemptList },
  },
} as const satisfies Record<string, Route>
