import { type EventDraft, endpointEventId } from '../../event/event.ts'
import { isArn } from '../cloud/arn.ts'
import type { DisableReason } from '../../event/name-contract.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { LastFailure } from '../endpoint/health.ts'

/** What its owner reads of each. */
export const disabledReasonTexts: Readonly<Record<DisableReason, string>> = {
  gone: 'The receiver answered 410: it is gone.',
  failing: 'Every attempt of five days failed.',
}

/** What became of an alert's letter. `unsent`: there is nobody to send it to, or the stage sends none. */
export type AlertEmailState = 'sent' | 'undeliverable' | 'unsent'

/** Which alert. */
export interface AlertKey extends Pick<Endpoint, 'organisationId' | 'mode'> {
  readonly endpointId: number
  /** Of the endpoint's settings when it was switched off: it may be so many times. */
  readonly revision: number
}

/** An endpoint of an organisation's was switched off by the service, and somebody there has to know. */
export interface Alert extends AlertKey {
  readonly reason: DisableReason
  /** ISO 8601. */
  readonly disabledAt: string
  /** The first failure since the last success; absent where the last attempt succeeded before the receiver was gone. */
  readonly failingSince?: string
  /** What the last attempt was answered; absent if nothing came. */
  readonly lastStatus?: number
  /** Where its events went, as a letter may say it: a host, without the path, which may be a secret, or an ARN. */
  readonly place: string
  /** When its event was frozen and sent on its way. */
  readonly toldAt?: string
  readonly letter?: AlertEmailState
}

/** Queue `messages`: an alert whose letter is to be sent. */
export interface AlertMessage extends AlertKey {
  readonly kind: 'alert'
}

/** What is to be told of an endpoint that is switched off because of an attempt. */
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

/** The event of an alert: the same however often it is built. */
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

/** The webhook body, as its schema will parse it: ids, times and words of ours, and nothing of a person or a secret. */
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
