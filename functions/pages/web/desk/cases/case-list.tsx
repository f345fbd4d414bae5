import { formatCsv } from '../../../../../shared/ledger/csv.ts'
import type { FoundCase } from '../../../../../shared/case/search/contract.ts'
import { formatCount, formatDateTime } from '../../ui/format.ts'
import { Table } from '../../ui/page.tsx'
import { saveCsv } from '../../ui/save-file.ts'
import { productNames } from '../review/queue.tsx'

/** A column of a list of cases, on the page and in the file. */
export interface CaseColumn<Case> {
  readonly title: string
  /** In the file. */
  readonly name: string
  readonly read: (found: Case) => string | null
  /** As it stands on the page; the value unless given. */
  readonly show?: (value: string) => string
}

/** Of every list of cases; in each line nothing identifies the applicant. */
export const maskedColumns: readonly CaseColumn<FoundCase>[] = [
  { title: 'Applicant', name: 'applicant', read: ({ applicant }) => applicant },
  { title: 'Reference', name: 'customerReference', read: ({ customerReference }) => customerReference },
  { title: 'Phone', name: 'phone', read: ({ phone }) => phone },
  { title: 'LGA', name: 'lga', read: ({ lgaName }) => lgaName },
  {
    title: 'Ordered',
    name: 'requestedAt',
    read: ({ requestedAt }) => requestedAt,
    show: formatDateTime,
  },
]

export const productColumn: CaseColumn<FoundCase> = {
  title: 'Product',
  name: 'product',
  read: ({ product }) => product,
  show: product => productNames[product as FoundCase['product']],
}

interface CaseListProps<Case extends FoundCase> {
  readonly cases: readonly Case[]
  /** Null on the last page. */
  readonly cursor: string | null
  readonly columns: readonly CaseColumn<Case>[]
  /** Undefined where nothing more is shown of a case. */
  readonly urlOf: (found: Case) => string | undefined
  readonly onMore: () => void
  readonly isBusy: boolean
}

const saveList = <Case extends FoundCase>({
  cases,
  columns,
}: Pick<CaseListProps<Case>, 'cases' | 'columns'>): void => {
  const rows = cases.map(found => ({
    id: found.id,
    ...Object.fromEntries(columns.map(({ name, read }) => [name, read(found)])),
  }))
  saveCsv('cases.csv', formatCsv(['id', ...columns.map(({ name }) => name)], rows))
}

const CaseLine = <Case extends FoundCase>({
  found,
  columns,
  urlOf,
}: Pick<CaseListProps<Case>, 'columns' | 'urlOf'> & { readonly found: Case }) => (
  <tr>
    <th scope="row">{urlOf(found) === undefined ? found.id : <a href={urlOf(found)}>{found.id}</a>}</th>
    {columns.map(({ name, read, show = String }) => {
      const value = read(found)
      return (
        <td key={name}>
          <bdi>{value === null ? '–' : show(value)}</bdi>
        </td>
      )
    })}
  </tr>
)

/** Cases in a table that a narrow screen can scroll sideways, and that can be saved as it is. */
export const CaseList = <Case extends FoundCase>(props: CaseListProps<Case>) => {
  const { cases, cursor, columns, urlOf, onMore, isBusy } = props
  return (
    <section class="found" aria-labelledby="found">
      <h2 id="found">
        {cursor === null ? formatCount(cases.length, 'case') : `${cases.length} cases and more`}
      </h2>
      {cases.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1)
        <section class="wide" aria-label="Cases" tabIndex={0}>
          <Table caption="Cases" headings={['Case', ...columns.map(({ title }) => title)]}>
            {cases.map(found => (
              <CaseLine key={found.id} found={found} columns={columns} urlOf={urlOf} />
            ))}
          </Table>
        </section>
      )}
      <div class="actions">
        {cursor !== null && (
          <button type="button" class="plain" disabled={isBusy} onClick={onMore}>
            More
          </button>
        )}
        {cases.length > 0 && (
          <button type="button" class="plain" onClick={() => saveList(props)}>
            Save these as CSV
          </button>
        )}
      </div>
    </section>
  )
}
