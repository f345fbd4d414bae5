import type { VNode } from 'preact'
import {
  extraFindingsOf,
  compareFields,
  type ComparisonInput,
  type FieldMatch,
} from '../../../../../shared/work/comparison.ts'
import { metresBetween } from '../../../../../shared/location/position.ts'
import { reportedPosition } from './evidence-map.ts'
import type { CaseFile } from './open-case.ts'
import { DefinitionList } from './definition-list.tsx'

/** From the position that the applicant confirmed to where the agent's device was, in metres. */
const visitedMetres = (file: CaseFile): number | null => {
  const visited = reportedPosition(file)
  return file.place && visited ? metresBetween(file.place, visited) : null
}

const foundIn = (file: CaseFile): ComparisonInput => {
  const { found, findings, employerCase } = file.review
  return {
    record: found,
    findings,
    claim: employerCase?.claim ?? null,
    property: file.property && { ...file.property, visitedMetres: visitedMetres(file) },
  }
}

const marks: Readonly<Record<FieldMatch, { readonly sign: string; readonly word: string }>> = {
  same: { sign: '=', word: 'same' },
  differs: { sign: '≠', word: 'differs' },
  unknown: { sign: '?', word: 'not known' },
}

const Mark = ({ match }: { readonly match: FieldMatch }): VNode => (
  <span class={`mark ${match}`}>
    <span aria-hidden="true">{marks[match].sign}</span> {marks[match].word}
  </span>
)

/** What the customer claims beside what was found, field by field. */
export const ComparedFields = ({ file }: { readonly file: CaseFile }): VNode => (
  <section aria-labelledby="compared">
    <h2 id="compared">Claimed and found</h2>
    <table class="compared">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Claimed</th>
          <th scope="col">Found</th>
          <th scope="col">Match</th>
        </tr>
      </thead>
      <tbody>
        {compareFields(foundIn(file)).map(({ what, claimed, found, match }) => (
          <tr key={what} class={match}>
            <th scope="row">{what}</th>
            <td data-label="Claimed">
              <bdi>{claimed || '–'}</bdi>
            </td>
            <td data-label="Found">
              <bdi>{found || '–'}</bdi>
            </td>
            <td>
              <Mark match={match} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    <Besides file={file} />
  </section>
)

const Besides = ({ file }: { readonly file: CaseFile }): VNode | null => {
  const besides = extraFindingsOf(foundIn(file))
  return besides.length === 0 ? null : (
    <>
      <h3>Found besides</h3>
      <DefinitionList of={besides.map(({ what, found }) => [what, found] as const)} />
    </>
  )
}
