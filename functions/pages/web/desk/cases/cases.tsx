import { useEffect, useState } from 'preact/hooks'
import type { Session } from '../../../../../shared/http/contract/session-routes.ts'
import type { OpenCase } from '../../../../../shared/overview/contract.ts'
import { callApi } from '../../ui/api.ts'
import { formatDue } from '../../ui/format.ts'
import { Heading, hashUrl, Loading, useHashRoute } from '../../ui/page.tsx'
import { ErrorNotice, useMutation, useQuery } from '../../ui/query.tsx'
import { type CaseColumn, CaseList, maskedColumns, productColumn } from './case-list.tsx'
import { type CaseFilter, caseUrl, parseCasesRoute } from './link.ts'
import { dueTexts, flagTexts, latenessTexts, listTexts, workStateTexts } from './texts.ts'

const pageLines = 50

const columns: readonly CaseColumn<OpenCase>[] = [
  productColumn,
  {
    title: 'State',
    name: 'state',
    read: ({ state }) => state,
    show: state => workStateTexts[state as OpenCase['state']],
  },
  { title: 'Due', name: 'dueAt', read: ({ dueAt }) => dueAt, show: at => formatDue(at, Date.now()) },
  { title: 'Agent', name: 'agent', read: ({ agent }) => agent },
  ...maskedColumns,
]

interface OpenCaseList {
  readonly cases: readonly OpenCase[]
  readonly cursor: string | null
}

const readPage = async (filter: CaseFilter, before?: OpenCaseList): Promise<OpenCaseList> => {
  const cursor = before?.cursor ?? undefined
  const { data, nextCursor } = await callApi('GET /v1/operations/cases', {
    query: { ...filter, limit: `${pageLines}`, ...(cursor !== undefined && { cursor }) },
  })
  return { cases: [...(before?.cases ?? []), ...data], cursor: nextCursor }
}

/** The name of the LGA or state that a filter names by its id; nothing until it was read. */
const usePlaceName = ({ lgaId, stateId }: CaseFilter): string | undefined => {
  const isLga = lgaId !== undefined && lgaId !== '0'
  const ofState = isLga ? `${Math.trunc(Number(lgaId) / 100)}` : stateId
  const read = async () => {
    if (!isLga) return (await callApi('GET /v1/locations/states', {})).data
    return (await callApi('GET /v1/locations/states/{stateId}/lgas', { params: { stateId: ofState! } })).data
  }
  const { value } = useQuery<readonly { readonly id: number; readonly name: string }[]>(
    read,
    ofState === undefined ? undefined : `${ofState} ${isLga}`,
  )
  if (lgaId === '0') return 'from a desk'
  const wanted = isLga ? lgaId : stateId
  const name = value?.find(({ id }) => `${id}` === wanted)?.name
  return name && `in ${name}`
}

const textIn = (texts: Readonly<Record<string, string>>, name: string | undefined): string | undefined =>
  name !== undefined && Object.hasOwn(texts, name) ? texts[name] : undefined

/** Also of a list that is written by hand, and that the API refuses. */
const findTexts = (list: string | undefined) =>
  Object.hasOwn(listTexts, list ?? '') ? listTexts[list as keyof typeof listTexts] : listTexts.cases

/** Says of which number the list is. */
const useTitle = (filter: CaseFilter): string => {
  const { list, state, due, lateBy, agent, flags } = filter
  const late = textIn(latenessTexts, lateBy)
  const parts = [
    textIn(workStateTexts, state),
    textIn(dueTexts, due),
    late && `late, ${late}`,
    agent && `agent ${agent}`,
    textIn(flagTexts, flags),
    usePlaceName(filter),
  ].filter(part => part !== undefined && part !== '')
  const [what] = findTexts(list)
  return parts.length === 0 ? what : `${what}: ${parts.join(', ')}`
}

interface OpenCasesProps {
  readonly filter: CaseFilter
  readonly roles: Session['roles']
}

const isUnderReview = ({ state, isBackCheck }: OpenCase): boolean =>
  !isBackCheck && (state === 'reported' || state === 'staged')

/** A reviewer goes on to the review, a supervisor to whom the visit is given: they open no case. */
const createUrlOf =
  (roles: Session['roles']) =>
  (found: OpenCase): string | undefined => {
    const { id, organisationId, verificationId, lgaId, state } = found
    if (roles.includes('reviewer') && isUnderReview(found)) return hashUrl('review', id)
    if (roles.includes('reviewer') || roles.includes('operator'))
      return caseUrl(`${organisationId}-${verificationId}`)
    const isToVisit = lgaId !== null && (state === 'open' || state === 'claimed')
    return isToVisit ? hashUrl('assign', `${lgaId}`) : undefined
  }

const OpenCases = ({ filter, roles }: OpenCasesProps) => {
  const [list, setList] = useState<OpenCaseList>()
  const { isBusy, error, run } = useMutation()
  const read = (before?: OpenCaseList) => run(async () => setList(await readPage(filter, before)))
  useEffect(() => void read(), [])
  return (
    <>
      <ErrorNotice error={error} onRetry={() => read(list)} />
      {!list && error === undefined && <Loading />}
      {list && (
        <CaseList
          {...list}
          columns={columns}
          urlOf={createUrlOf(roles)}
          isBusy={isBusy}
          onMore={() => read(list)}
        />
      )}
    </>
  )
}

/** Where the number stands that leads here. */
const pageOfNumber = ({ list }: CaseFilter, roles: Session['roles']) => {
  const isOperator = roles.includes('operator')
  if (list !== 'visits' && list !== 'visited')
    return isOperator ? { name: 'overview', title: 'Overview' } : undefined
  return isOperator || roles.includes('supervisor') ? { name: 'fieldwork', title: 'Fieldwork' } : undefined
}

/** The cases of one number of the overview or of the fieldwork. */
export const Cases = ({ session: { roles } }: { session: Session }) => {
  const [, ...words] = useHashRoute()
  const filter = parseCasesRoute(words)
  const title = useTitle(filter)
  const from = pageOfNumber(filter, roles)
  const [, order] = findTexts(filter.list)
  return (
    <main class="search">
      {from && (
        <p class="up">
          <a href={hashUrl(from.name)}>{from.title}</a>
        </p>
      )}
      <Heading>{title}</Heading>
      <p class="quiet">{order} The address of this page leads others to the same list, as it is then.</p>
      <OpenCases key={words.join('/')} filter={filter} roles={roles} />
    </main>
  )
}
