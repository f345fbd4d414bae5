import { defineKind, encrypted, plain, plainIds, type Told, verificationItem } from '../table/kind.ts'
import { recordDays } from '../table/retention.ts'
import type { Tenant } from '../table/tenant.ts'

/**
 * People's work for a verification. It is told here, as it ends with its record.
 * `<t>#verification#<id>`, `assignment`; gsi1 `work#<mode>#open#<state>, <rank>#<due>#..;
 * work#<mode>#reported#<part>, <due>#..`; gsi2 `worker#<mode>#<wid>, <due>`; read by completion, operations.
 * gsi3 work#<mode>#lga#<lgaId>, as gsi1sk; read by operations (the work in an LGA).
 */
export const assignmentKind = defineKind({
  name: 'assignment',
  sortKey: 'assignment',
  attributes: {
    ...plainIds,
    taskToken: plain,
    assignedAt: plain,
    backCheckOf: plain,
    visitedBy: plain,
    agrees: plain,
    visitAfterSeconds: plain,
    product: plain,
    stateId: plain,
    lgaId: plain,
    dueAt: plain,
    status: plain,
    agent: plain,
    claimedAt: plain,
    leaseUntil: plain,
    isLeaseExtended: plain,
    timesAppointed: plain,
    appointment: plain,
    applicantSaidAt: plain,
    consentEndedAt: plain,
    offeredBy: plain,
    refusals: plain,
    reportedAt: plain,
    reviewer: plain,
    reviewUntil: plain,
    dispute: plain,
    tookPart: plain,
    claimedFrom: encrypted,
    report: encrypted,
    findings: encrypted,
    flags: encrypted,
    provenance: encrypted,
    returns: encrypted,
    isSampled: plain,
    isBackCheckSampled: plain,
    stagedDecision: encrypted,
    verdict: encrypted,
    objection: encrypted,
  },
  days: recordDays,
})

export const assignmentTold = {
  kind: assignmentKind,
  what: 'assignment (table)',
  holds:
    'the report and the decision while people work; where the agent was at the claim, until the decision',
  after: 'the work was opened last',
  erased: 'deleted',
} as const satisfies Told

export const assignmentKey = (of: Tenant, id: number) => verificationItem(of, id, 'assignment')
