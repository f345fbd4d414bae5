import { chargingRules, neverCharged } from '../../../shared/ledger/rule.ts'
import { retentionDays } from '../../../shared/table/retention.ts'
import { inlineCode, markdownTable } from './table.ts'

/** What is charged and why, as the ledger itself has it. */
export const chargeFacts = () => ({
  chargingRules: markdownTable(
    ['rule', 'why it is charged'],
    Object.entries(chargingRules).map(([rule, why]) => [inlineCode(rule), why]),
  ),
  neverCharged: neverCharged.map(what => `- ${what}`).join('\n'),
  ledgerYears: `${Math.floor(retentionDays.ledger / 365)} years`,
})
