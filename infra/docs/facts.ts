import { grounds } from '../../shared/work/assignment/contract.ts'
import { placeNoteKind } from '../../shared/work/assignment/place-note-kind.ts'
import { consentMethods } from '../../shared/consent/contract.ts'
import { eventKind, identityEventKind } from '../../shared/event/kinds.ts'
import { photosPerHour } from '../../shared/evidence/limits.ts'
import { photoKind } from '../../shared/evidence/photo-kinds.ts'
import { uploadSeconds } from '../../shared/evidence/photo.ts'
import { lastPlaceKind } from '../../shared/evidence/reuse-kinds.ts'
import { FieldworkLine } from '../../shared/fieldwork/contract.ts'
import { fieldworkNumbers } from '../../shared/fieldwork/numbers-contract.ts'
import { workingDay } from '../../shared/fieldwork/working-day.ts'
import { bodyLimitBytes } from '../../shared/http/contract/route.ts'
import { idempotencyKeyKind } from '../../shared/http/kinds.ts'
import { deepestNesting } from '../../shared/http/parse-input.ts'
import { ledgerKind } from '../../shared/ledger/kinds.ts'
import { linkKind } from '../../shared/link/kinds.ts'
import { linksOfOneSource, perHour } from '../../shared/link/limits.ts'
import { checksOfSource } from '../../shared/report/check.ts'
import { findDescription } from '../../shared/openapi/texts.ts'
import { clockTable, endsTable } from '../../shared/sandbox/descriptions.ts'
import { erasureDays, heldBodyDays, recoveryDays, streamDays } from '../../shared/table/retention.ts'
import { closeIntervalMinutes, hourGraceMs } from '../../shared/trail/hour.ts'
import { monthGraceMs } from '../../shared/ledger/seal/due.ts'
import { retentionTable } from '../../shared/subject/retained-data.ts'
import { trailLogKind } from '../../shared/log/kind.ts'
import {
  applicantPhotoLimitBytes,
  buildingStatuses,
  buildingTypes,
  buildingUses,
  proBodyLimitBytes,
} from '../../shared/verification/contract/property.ts'
import { duplicateWindowSeconds } from '../../shared/verification/duplicate.ts'
import { verificationKind } from '../../shared/verification/kinds.ts'
import { scenariosDescription } from '../../shared/verification/scenario.ts'
import { maxRevisions } from '../../shared/verification/verification.ts'
import { attemptKind } from '../../shared/webhook/delivery/attempt-kinds.ts'
import { caseSearchKind } from '../../shared/case/search/kind.ts'
import type { StageSettings } from '../stage-settings.ts'
import { growthFacts } from './facts/growth.ts'
import {
  chargeFacts,
  clientFacts,
  placeFacts,
  problemFacts,
  productFacts,
  receiptFacts,
  webhookFacts,
} from './facts/integrators.ts'
import {
  choreFacts,
  figureFacts,
  moveFacts,
  protectionFacts,
  registryFacts,
  watchingFacts,
} from './facts/operators.ts'
import { verdictFacts } from './facts/outcomes.ts'
import { formatSeconds, inlineCode, joinList, markdownTable } from './facts/table.ts'
import { toolTable } from './tools.ts'

const limitTable = ({ requestsPerMinute, lookups, webhooks }: StageSettings): string => {
  const { resends, recoveries, pings } = webhooks.perHour
  const rows: readonly (readonly [string, string, string, number, string])[] = [
    ['requests', 'requests, over all paths', 'a client', requestsPerMinute, 'minute'],
    ['client', 'look-ups', 'a client', lookups.perClientPerMinute, 'minute'],
    ['number', 'look-ups of one id number, live', 'an organisation', lookups.perNumberPerDay, 'UTC day'],
    [
      'fruitless',
      'look-ups that end not found or `NO_MATCH`, live',
      'an organisation',
      lookups.fruitlessPerDay,
      'UTC day',
    ],
    ['pings', 'pings of webhook endpoints', 'an organisation', pings, 'hour'],
    ['resends', 'events sent again', 'an organisation', resends, 'hour'],
    ['recoveries', 'recoveries of an endpoint', 'an organisation', recoveries, 'hour'],
    ...(['client', 'agent'] as const).flatMap(sender => {
      const { decoded, refused } = photosPerHour[sender]
      return [
        ['photos-decoded', 'photos examined, whatever becomes of them', `a ${sender}`, decoded, 'hour'],
        ['photos-refused', 'photos refused; then none is examined', `a ${sender}`, refused, 'hour'],
      ] as const
    }),
  ]
  return markdownTable(
    ['name', 'what is counted', 'for whom', 'limit', 'in a'],
    rows.map(([name, what, whose, limit, window]) => [
      inlineCode(name),
      what,
      whose,
      limit.toLocaleString('en'),
      window,
    ]),
  )
}

const timeFacts = ({ verification, lookups }: StageSettings) => ({
  visitDelay: formatSeconds(verification.simulatedAgentDelaySeconds),
  consentMethods: consentMethods.map(inlineCode).join(', '),
  dueTime: formatSeconds(verification.dueSeconds),
  expiryTime: formatSeconds(verification.expirySeconds),
  lateTime: formatSeconds(lookups.giveUpSeconds),
  duplicateWindow: formatSeconds(duplicateWindowSeconds),
  idempotencyWindow: formatSeconds(idempotencyKeyKind.days * 86_400),
  eventDays: `${eventKind.days} days`,
  heldBodyDays: `${heldBodyDays(lookups.giveUpSeconds)} days`,
  linkDays: `${linkKind.days} days`,
  identityEventDays: `${identityEventKind.days} days`,
  attemptDays: `${attemptKind.days} days`,
  recordDays: `${verificationKind.days} days`,
  photoDays: `${photoKind.days} days`,
  placeNoteDays: `${placeNoteKind.days} days`,
  lastPlaceDays: formatSeconds(lastPlaceKind.days * 86_400),
  trailLogDays: `${trailLogKind.days} days`,
  caseSearchDays: `${caseSearchKind.days} days`,
  ledgerDays: `${ledgerKind.days} days`,
  monthGraceDays: formatSeconds(monthGraceMs / 1000),
  graceMinutes: `${hourGraceMs / 60_000}`,
  closedMinutes: `${hourGraceMs / 60_000 + closeIntervalMinutes}`,
  recoveryDays: `${recoveryDays}`,
  streamDays: formatSeconds(streamDays * 86_400),
  erasureDays: `${erasureDays}`,
  uploadMinutes: `${uploadSeconds / 60}`,
})

const { fields: fieldworkWords } = findDescription(FieldworkLine)!

const fieldworkFacts = ({ fieldwork }: StageSettings) => ({
  fieldworkNumbers: markdownTable(
    ['number', 'what it counts'],
    Object.entries(fieldworkNumbers).map(([name, title]) => [title, fieldworkWords[name]!.meaning]),
  ),
  workingDay: `from ${workingDay.fromHour}:00 to ${workingDay.toHour}:00, Monday to Saturday`,
  agentLease: formatSeconds(fieldwork.agentLeaseSeconds),
  offer: formatSeconds(fieldwork.offerSeconds),
  reviewLease: formatSeconds(fieldwork.reviewLeaseSeconds),
  claimsPerAgent: `${fieldwork.claimsPerAgent} visits`,
  radius: `${fieldwork.radiusMetres} m`,
  secondReviewShare: `${fieldwork.secondReviewShare * 100} %`,
  backCheckShare: `${fieldwork.backCheckShare * 100} %`,
  disputeDays: formatSeconds(fieldwork.disputeDays * 86_400),
  disputeDue: formatSeconds(fieldwork.disputeDueSeconds),
  disputeGrounds: joinList(grounds.map(inlineCode)),
  mostRevisions: `${maxRevisions}`,
})

/** Facts for `{{name}}` in guides, made from the service's own lists; limits and times are the stage's. */
export const buildFacts = (settings: StageSettings): Readonly<Record<string, string>> => ({
  ...clientFacts(settings),
  ...verdictFacts(),
  ...productFacts(),
  ...placeFacts(),
  ...problemFacts(),
  ...webhookFacts(settings.webhooks),
  ...timeFacts(settings),
  ...fieldworkFacts(settings),
  ...growthFacts(settings),
  ...chargeFacts(),
  ...choreFacts(),
  ...moveFacts(),
  ...registryFacts(),
  ...receiptFacts(),
  ...figureFacts(),
  ...watchingFacts(),
  ...protectionFacts(),
  retention: retentionTable(),
  scenarios: scenariosDescription(),
  tools: toolTable(),
  ends: endsTable,
  clock: clockTable,
  limits: limitTable(settings),
  linkLimits: Object.entries(perHour)
    .map(([work, limit]) => `${limit} ${work}`)
    .join(', '),
  messageLimits: `at most ${settings.messages.limits.perMatter} for one purpose of a verification, ${settings.messages.limits.perRecipient} a day to one recipient and ${settings.messages.limits.perClient} a day for one client; countries: ${joinList(settings.messages.countries)}`,
  linksOfOneSource: `${linksOfOneSource}`,
  reportChecks: `${checksOfSource.limit}`,
  bodyLimit: `${bodyLimitBytes / 1024} KB`,
  proBodyLimit: `${Math.floor(proBodyLimitBytes / 1024)} KB`,
  deepestNesting: `${deepestNesting}`,
  applicantPhotoLimit: applicantPhotoLimitBytes.toLocaleString('en'),
  buildingTypes: joinList(buildingTypes.map(inlineCode)),
  buildingUses: joinList(buildingUses.map(inlineCode)),
  buildingStatuses: joinList(buildingStatuses.map(inlineCode)),
})
