import type { ResponseOf } from '../ui/api.ts'
import { hashUrl } from '../ui/page.tsx'
import { DateTime, Tag } from './display.tsx'
import { DisputeTag } from './dispute.tsx'
import type { Session } from './session.tsx'

export type VerificationRow = ResponseOf<'GET /v1/addresses'>['data'][number]
export type Status = VerificationRow['status']

export const recordLists = {
  addresses: 'Addresses',
  employments: 'Employments',
  identities: 'Look-ups',
} as const

export type RecordList = keyof typeof recordLists
export type ListedType = Exclude<RecordList, 'identities'>

/** What the client may read. */
export const readableLists = ({ scopes }: Session): readonly RecordList[] =>
  (Object.keys(recordLists) as RecordList[]).filter(list =>
    list === 'identities' ? scopes.some(scope => scope.startsWith('identities.')) : scopes.includes(list),
  )

/** `not in residence` of `FAILED - NOT IN RESIDENCE`. */
export const describeStatus = ({ subStatus }: Pick<Status, 'subStatus'>): string =>
  subStatus.toLowerCase().replace('failed - ', '')

export const StatusTag = ({ status }: { status: Status }) => {
  const tone = status.state === 'IN_PROGRESS' ? 'late' : status.status === 'VERIFIED' ? 'good' : 'wrong'
  return <Tag tone={status.status === 'CANCELLED' ? 'calm' : tone}>{describeStatus(status)}</Tag>
}

/** A line names no applicant: the record is one click away. */
export const VerificationLine = ({ line, listedType }: { line: VerificationRow; listedType: ListedType }) => (
  <a class="line" href={hashUrl('verifications', listedType, `${line.id}`)}>
    <strong>{line.customerReference}</strong>
    <span>
      <StatusTag status={line.status} /> <DisputeTag dispute={line.dispute} />
    </span>
    <span class="quiet">
      {line.product}, <DateTime at={line.requestedAt} />
    </span>
    <code>{line.id}</code>
  </a>
)
