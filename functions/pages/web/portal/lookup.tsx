import { callApi, type ResponseOf } from '../ui/api.ts'
import { formatNumber } from '../ui/format.ts'
import { hashUrl } from '../ui/page.tsx'
import { QueryView, useQuery } from '../ui/query.tsx'
import { clockOfLookup } from './lookup-clock.ts'
import { DateTime, Facts, PagedList, PortalPage, Tag, Verbatim } from './display.tsx'

type FoundLookup = ResponseOf<'GET /v1/identities/{id}'>

/** `partial match`; of a lookup without a verdict, why it has none. */
const verdictOf = ({ summary, status }: FoundLookup): string => {
  const [check] = Object.values(summary ?? {})
  return (check?.status ?? status.status).toLowerCase().replaceAll('_', ' ')
}

const tones = { verified: 'good', IN_PROGRESS: 'late' } as const

const VerdictTag = ({ lookup }: { lookup: FoundLookup }) => {
  const { status } = lookup.status
  return <Tag tone={status in tones ? tones[status as keyof typeof tones] : 'wrong'}>{verdictOf(lookup)}</Tag>
}

const LookupLine = ({ lookup }: { lookup: FoundLookup }) => (
  <a class="line" href={hashUrl('verifications', 'identities', `${lookup.id}`)}>
    <strong>
      {lookup.product}, number ending in {lookup.idNumberLast4}
    </strong>
    <span>
      <VerdictTag lookup={lookup} />
    </span>
    <span class="quiet">
      {formatNumber(lookup.price)} NGN,{' '}
      <DateTime at={lookup.completedAt ?? lookup.requestedAt} clock={clockOfLookup(lookup.product)} />
    </span>
    <code>{lookup.id}</code>
  </a>
)

export const LookupList = () => (
  <>
    <PagedList
      of="identities"
      read={cursor => callApi('GET /v1/identities', { query: { cursor } })}
      keyOf={({ id }) => `${id}`}
      empty="There is none."
    >
      {lookup => <LookupLine lookup={lookup} />}
    </PagedList>
    <p class="quiet">
      Look-ups of the last twelve months that were charged. One that is in progress, or that ended without a
      verdict, costs nothing and is found by its id. What a registry said of a person is stored nowhere.
    </p>
  </>
)

const FoundLookupView = ({ lookup }: { lookup: FoundLookup }) => {
  const clock = clockOfLookup(lookup.product)
  return (
    <>
      <p>
        <VerdictTag lookup={lookup} /> <strong>{lookup.product}</strong> <code>{lookup.id}</code>
      </p>
      <Facts
        of={[
          ['Number', `ends in ${lookup.idNumberLast4}`],
          ['Charged', `${formatNumber(lookup.price)} NGN`],
          ['Asked', <DateTime key="asked" at={lookup.requestedAt} clock={clock} />],
          [
            'Answered',
            lookup.completedAt && <DateTime key="answered" at={lookup.completedAt} clock={clock} />,
          ],
        ]}
      />
      {lookup.completedAt !== null && (
        <p>
          <a class="button" href={`/v1/identities/${lookup.id}/report`} target="_blank" rel="noopener">
            Report to print or file
          </a>
        </p>
      )}
      <h2>The record</h2>
      <Verbatim label="As the API answers it" text={JSON.stringify(lookup, null, 2)} />
    </>
  )
}

export const Lookup = ({ id }: { id: string }) => {
  const query = useQuery(() => callApi('GET /v1/identities/{id}', { params: { id } }), id)
  return (
    <PortalPage
      title="Look-up"
      up={{ href: hashUrl('verifications', 'identities'), title: 'Look-ups' }}
      guide={['verdicts#identities', 'Reading a verdict']}
    >
      <QueryView query={query}>{lookup => <FoundLookupView lookup={lookup} />}</QueryView>
    </PortalPage>
  )
}
