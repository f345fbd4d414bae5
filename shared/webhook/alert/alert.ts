import { type EventDraft, endpointEventId } from '../../event/event.ts'
import { isArn } from '../cloud/arn.ts'
import type { DisableReason } from '../../event/name-contract.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { LastFailure } from '../endpoint/health.ts'

export const disabledReasonTexts: Readonly<Record<DisableReason, string>> = {
  gone: 'The receiver answered 410: it is gone.',
  failing: 'Every attempt of five days failed.',
}

/** `unsent`: no recipient, or the stage sends no email. */
export type AlertEmailState = 'sent' | 'undeliverable' | 'unsent'

export interface AlertKey extends Pick<Endpoint, 'organisationId' | 'mode'> {
  readonly endpointId: number
  /** Of the endpoint's settings: an endpoint may be disabled many times. */
  readonly revision: number
}

/** Notice that the service disabled an endpoint. */
export interface Alert extends AlertKey {
  readonly reason: DisableReason
  readonly disabledAt: string
  /** The first failure since the last success; absent if the last attempt before succeeded. */
  readonly failingSince?: string
  /** Absent without a response. */
  readonly lastStatus?: number
  /** A host without its path, which may be a secret, or an ARN. */
  readonly place: string
  readonly toldAt?: string
  readonly letter?: AlertEmailState
}

export interface AlertMessage extends AlertKey {
  readonly kind: 'alert'
}

export const buildAlert = (
  { organisationId, mode, id, revision, url, failingSince }: Endpoint,
  { at, status }: Pick<LastFailure, 'at' | 'status'>,
  reason: DisableReason,
): Alert => ({
  ...{ organisationId, mode, endpointId: id, revision: revision + 1, reason, disabledAt: at },
  place: isArn(url) ? url : new URL(url).host,
  ...(failingSince !== undefined && { failingSince }),
  ...(status !== null && { lastStatus: status }),
})

/** The same however often it is built. */
export const toAlertDraft = ({
  organisationId,
  mode,
  endpointId,
  revision,
  disabledAt,
}: Alert): EventDraft => ({
  ...{ id: endpointEventId(endpointId, revision), organisationId, mode, occurredAt: disabledAt },
  event: 'endpoint',
  eventType: 'endpoint_disabled',
})

/** Ids, times and our own words; no personal data and no secret. */
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
      ...{ id, enabled: false, reason, disabledReason: disabledReasonTexts[reason], disabledAt },
      failingSince: failingSince ?? null,
      lastStatus: lastStatus ?? null,
    },
  },
})
