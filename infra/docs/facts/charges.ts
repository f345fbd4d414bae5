import { chargingRules, neverCharged } from '../../../shared/ledger/rule.ts'
import { retentionDays } from '../../../shared/table/retention.ts'
import { code, table } from './table.ts'

/** What is charged and why, as the ledger itself has it. */
export const chargeFacts = () => ({
  chargingRules: table(
    ['rule', 'why it is charged'],
    Object.entries(chargingRules).map(([rule, why]) => [code(rule), why]),
  ),
  neverCharged: neverCharged.map(what => `- ${what}`).join('\n'),
  ledgerYears: `${Math.floor(retentionDays.ledger / 365)} years`,
})
