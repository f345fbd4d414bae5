import { metresBetween } from '../../../../../shared/location/position.ts'
import {
  type ComparisonInput,
  compareFields,
  extraFindingsOf,
  type FieldMatch,
} from '../../../../../shared/work/comparison.ts'
import { Table } from '../../ui/page.tsx'
import { reportedPosition } from './evidence-map.ts'
import type { CaseFile } from './open-case.ts'
import { DefinitionList, Statement } from './statements.tsx'

/** Metres from the position that the applicant confirmed to the agent's device. */
const visitedMetres = (file: CaseFile): number | null => {
  const visited = reportedPosition(file)
  return file.place && visited ? metresBetween(file.place, visited) : null
}

const toComparison = (file: CaseFile): ComparisonInput => {
  const { found, findings, employerCase } = file.review
  return {
    record: found,
    findings,
    claim: employerCase?.claim ?? null,
    property: file.property && { ...file.property, visitedMetres: visitedMetres(file) },
  }
}

const matchTexts: Readonly<Record<FieldMatch, { readonly sign: string; readonly word: string }>> = {
  same: { sign: '=', word: 'same' },
  differs: { sign: '≠', word: 'differs' },
  unknown: { sign: '?', word: 'not known' },
}

/** The customer's claims beside what was found, field by field. */
export const ComparedFields = ({ file }: { file: CaseFile }) => {
  const comparison = toComparison(file)
  const extra = extraFindingsOf(comparison)
  return (
    <Statement id="compared" title="Claimed and found">
      <Table headings={['Field', 'Claimed', 'Found', 'Match']} look="compared">
        {compareFields(comparison).map(({ what, claimed, found, match }) => (
          <tr key={what} class={match}>
            <th scope="row">{what}</th>
            <td data-label="Claimed">
              <bdi>{claimed || '–'}</bdi>
            </td>
            <td data-label="Found">
              <bdi>{found || '–'}</bdi>
            </td>
            <td>
              <span class={`mark ${match}`}>
                <span aria-hidden="true">{matchTexts[match].sign}</span> {matchTexts[match].word}
              </span>
            </td>
          </tr>
        ))}
      </Table>
      {extra.length > 0 && (
        <>
          <h3>Found besides</h3>
          <DefinitionList of={extra.map(({ what, found }) => [what, found] as const)} />
        </>
      )}
    </Statement>
  )
}
