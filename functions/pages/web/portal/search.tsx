import { useState } from 'preact/hooks'
import { ApiProblem, callApi } from '../ui/api.ts'
import { hashUrl } from '../ui/page.tsx'
import { QueryView, useQuery } from '../ui/query.tsx'
import { Field, fieldValue, PagedList } from './display.tsx'
import { useSession } from './session.tsx'
import { type RecordList, readableLists, recordLists, VerificationLine } from './verification-line.tsx'

/**
 * What is searched for. It stays with this entry of the history, so that the way back from a record leads to it, and out
 * of the address: a reference may name a person.
 */
export const useSoughtText = () => {
  const [sought, setSought] = useState<string>(() => history.state?.sought ?? '')
  const seek = (text: string) => {
    history.replaceState({ sought: text }, '')
    setSought(text)
  }
  return [sought, seek] as const
}

interface SearchFormProps {
  readonly sought: string
  readonly onSeek: (text: string) => void
}

export const SearchForm = ({ sought, onSeek }: SearchFormProps) => {
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSeek(fieldValue(event.currentTarget as HTMLFormElement, 'sought'))
  }
  return (
    <search>
      <form class="sending" key={sought} onSubmit={submit}>
        <Field name="sought" maxLength={100} defaultValue={sought} spellcheck={false} autocomplete="off">
          Your reference, or an id
        </Field>
        <p class="action">
          <button type="submit">Search</button>
          {sought !== '' && (
            <button type="button" class="plain" onClick={() => onSeek('')}>
              Show all
            </button>
          )}
        </p>
      </form>
    </search>
  )
}

const ifFound = async <Found,>(read: Promise<Found>): Promise<Found | undefined> => {
  try {
    return await read
  } catch (error) {
    if (error instanceof ApiProblem && error.problem.status === 404) return undefined
    throw error
  }
}

/** The lists that have a record with this id. An id is of one record, so they are one at most. */
const listsWith = async (id: string, lists: readonly RecordList[]): Promise<readonly RecordList[]> => {
  const found = await Promise.all(
    lists.map(list => ifFound(callApi(`GET /v1/${list}/{id}`, { params: { id } }))),
  )
  return lists.filter((_, n) => found[n] !== undefined)
}

const SearchById = ({ id }: { id: string }) => {
  const readable = readableLists(useSession())
  const query = useQuery(() => listsWith(id, readable), id)
  return (
    <>
      <h2>With this id</h2>
      <QueryView query={query}>
        {lists =>
          lists.length === 0 ? (
            <p class="quiet">There is none.</p>
          ) : (
            <ul class="lines">
              {lists.map(list => (
                <li key={list}>
                  <a class="line" href={hashUrl('verifications', list, id)}>
                    <strong>{recordLists[list]}</strong>
                    <code>{id}</code>
                  </a>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </>
  )
}

/** What has exactly this reference, in each list, and what has this id. */
export const Search = ({ sought }: { sought: string }) => {
  const readable = readableLists(useSession())
  return (
    <>
      {/^[1-9]\d{0,15}$/.test(sought) && <SearchById id={sought} />}
      {readable
        .filter(list => list !== 'identities')
        .map(list => (
          <section key={list}>
            <h2>{recordLists[list]} with this reference</h2>
            <PagedList
              of={`${list} ${sought}`}
              read={cursor => callApi(`GET /v1/${list}`, { query: { cursor, customerReference: sought } })}
              keyOf={({ id }) => `${id}`}
              empty="There is none."
            >
              {line => <VerificationLine line={line} listedType={list} />}
            </PagedList>
          </section>
        ))}
      <p class="quiet">
        A reference is found as a whole, as you wrote it in the order. Names are stored encrypted and cannot
        be searched.
      </p>
    </>
  )
}
