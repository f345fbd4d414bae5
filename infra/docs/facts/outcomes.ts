import type { MatchKind } from '../../../shared/identity/contract/check.ts'
import type { MatchStatus } from '../../../shared/identity/matching/matching.ts'
import { compoundLeads } from '../../../shared/identity/matching/name.ts'
import { nameRules } from '../../../shared/identity/matching/name-rules.ts'
import { titles } from '../../../shared/identity/matching/titles.ts'
import { photosLimitBytes } from '../../../shared/report/read-photos.ts'
import { outcomes } from '../../../shared/verification/contract/outcome.ts'
import { inlineCode, markdownTable } from './table.ts'

const outcomeTable = (): string =>
  markdownTable(
    ['what happened', 'status', 'subStatus', 'state'],
    Object.values(outcomes).map(({ guide, status, subStatus, state }) => [
      guide,
      ...[status, subStatus, state].map(inlineCode),
    ]),
  )

const verdictWords: Readonly<Record<MatchStatus, readonly [string, string]>> = {
  EXACT_MATCH: ['verified', 'every field that you sent agrees'],
  TRANSPOSED_MATCH: ['verified', 'the same, with first and last name exchanged'],
  PARTIAL_MATCH: ['id_mismatch', 'some name agrees, or the names do and another field does not'],
  NO_MATCH: ['id_mismatch', 'no name agrees: the number is somebody else’s'],
}

const verdictTable = (): string =>
  markdownTable(
    ['`status.status`', 'the check’s `status`', 'what it means'],
    Object.entries(verdictWords).map(([match, [status, words]]) => [
      inlineCode(status),
      inlineCode(match),
      words,
    ]),
  )

const howWords: Readonly<Record<MatchKind, string>> = {
  exact: 'the same',
  case: 'the same but for capital and small letters',
  diacritics: 'the same but for tone marks, dots and hooks',
  punctuation: 'the same but for hyphens, apostrophes, dots or spaces',
  'compound-order': 'the same words in another order',
  'extra-middle-name': 'the same, beside a name that is known as a middle name',
  swapped: 'first and last name are exchanged',
  initial: 'an initial: agrees for a middle name, never for a first or last name',
  missing: 'the registry has no readable value: never agrees',
  different: 'another value: never agrees',
}

const howTable = (): string =>
  markdownTable(
    ['`matchDetails`', 'what it means'],
    Object.entries(howWords).map(([how, words]) => [inlineCode(how), words]),
  )

const asName = (names: string): string => `“${names.trim().replaceAll(' | ', ' / ')}”`

const ruleTable = (agrees: boolean): string =>
  markdownTable(
    agrees ? ['what is ignored', 'you send', 'the registry has'] : ['why', 'you send', 'the registry has'],
    nameRules
      .filter(rule => rule.agrees === agrees)
      .map(({ ignores, supplied, registered }) => [
        ignores.replace(/^nothing: /, ''),
        asName(supplied),
        asName(registered),
      ]),
  )

export const verdictFacts = () => ({
  outcomes: outcomeTable(),
  verdicts: verdictTable(),
  matchDetails: howTable(),
  rulesThatAgree: ruleTable(true),
  rulesThatDiffer: ruleTable(false),
  compoundLeads: [...compoundLeads].join(', '),
  titles: titles.join(', '),
  reportPhotos: `${photosLimitBytes / 1_000_000} MB`,
})
