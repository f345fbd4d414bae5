import { type EventDraft, endpointEventId } from '../../event/event.ts'
import type { DisableReason } from '../../event/name-contract.ts'
import type { Tenant } from '../../table/tenant.ts'
import { isArn } from '../cloud/arn.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { LastFailure } from '../endpoint/health.ts'

export const disabledReasonTexts: Readonly<Record<DisableReason, string>> = {
  gone: 'The receiver answered 410: it is gone.',
  failing: 'Every attempt of five days failed.',
}

/** `unsent`: there is nobody to send it to, or the stage sends no email. */
export type AlertEmailState = 'sent' | 'undeliverable' | 'unsent'

export interface AlertKey extends Tenant {
  readonly endpointId: number
  /** Of the endpoint's settings when it was disabled. */
  readonly revision: number
}

/** A notice that the service disabled an endpoint. */
export interface Alert extends AlertKey {
  readonly reason: DisableReason
  readonly disabledAt: string
  /** The first failure since the last success. Absent where the last attempt before 410 succeeded. */
  readonly failingSince?: string
  /** Absent if the last attempt had no response. */
  readonly lastStatus?: number
  /** An ARN, or a host without its path: a path may be a secret, and an email shows this. */
  readonly destination: string
  readonly publishedAt?: string
  readonly email?: AlertEmailState
}

/** Queue `messages`: an alert whose email is to be sent. */
export interface AlertMessage extends AlertKey {
  readonly kind: 'alert'
}

export const buildAlert = (
  { organisationId, mode, id, revision, url, failingSince }: Endpoint,
  { at, status }: Pick<LastFailure, 'at' | 'status'>,
  reason: DisableReason,
): Alert => ({
  organisationId,
  mode,
  endpointId: id,
  revision: revision + 1,
  reason,
  disabledAt: at,
  destination: isArn(url) ? url : new URL(url).host,
  ...(failingSince !== undefined && { failingSince }),
  ...(status !== null && { lastStatus: status }),
})

/** Builds the event of an alert: the same on every build. */
export const toAlertDraft = ({ organisationId, mode, ...alert }: Alert): EventDraft => ({
  id: endpointEventId(alert.endpointId, alert.revision),
  organisationId,
  mode,
  occurredAt: alert.disabledAt,
  event: 'endpoint',
  eventType: 'endpoint_disabled',
})

/** The webhook body: ids, times and texts of ours, and nothing of a person or a secret. */
export const buildAlertEnvelope = ({
  endpointId: id,
  reason,
  disabledAt,
  failingSince,
  lastStatus,
}: Alert): object => ({
  event: 'endpoint',
  event_type: 'endpoint_disabled',
  data: {
    id,
    summary: null,
    customerReference: '',
    endpoint: {
      id,
      enabled: false,
      reason,
      disabledReason: disabledReasonTexts[reason],
      disabledAt,
      failingSince: failingSince ?? null,
      lastStatus: lastStatus ?? null,
    },
  },
})
