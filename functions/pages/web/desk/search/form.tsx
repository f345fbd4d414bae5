import { useState } from 'preact/hooks'
import { outcomes } from '../../../../../shared/verification/contract/outcome.ts'
import {
  type CaseSearchField,
  caseSearchFields,
  type SearchPurpose,
  searchPurposes,
} from '../../../../../shared/case/search/list-contract.ts'
import { Choose, useAutoFocus } from '../../ui/page.tsx'
import { choose, LgaFields, type ValueProps } from '../lga-fields.tsx'
import { emptyDraft, type SearchDraft } from './link.ts'

const titlesOf = <Name extends string>(list: Readonly<Record<Name, { readonly title: string }>>) =>
  (Object.entries(list) as [Name, { readonly title: string }][]).map(
    ([name, { title }]) => [name, title] as const,
  )

const endings = Object.values(outcomes)
  .filter(({ state }) => state === 'COMPLETE')
  .map(({ subStatus }) => [subStatus, subStatus] as const)

const ValueField = ({ field, value, onValue }: ValueProps & { readonly field: CaseSearchField }) => {
  if (field === 'time') return null
  if (field === 'lga') return <LgaFields value={value} onValue={onValue} />
  if (field === 'outcome')
    return <Choose label="Outcome" value={value} options={[choose, ...endings]} onChoose={onValue} />
  return (
    <label>
      {caseSearchFields[field].title}
      <input
        type="text"
        inputMode={field === 'phone' ? 'tel' : 'text'}
        value={value}
        maxLength={200}
        autocomplete="off"
        spellcheck={false}
        required
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
    </label>
  )
}

const Day = ({ label, value, onValue }: ValueProps & { readonly label: string }) => (
  <label>
    {label}
    <input type="date" value={value} onInput={({ currentTarget }) => onValue(currentTarget.value)} />
  </label>
)

export interface SearchReason {
  readonly purpose: SearchPurpose
  readonly words: string
}

interface SearchFormProps {
  readonly draft: SearchDraft
  readonly onDraft: (draft: SearchDraft) => void
  readonly isBusy: boolean
  readonly onSearch: (reason: SearchReason) => void
}

export const SearchForm = ({ draft, onDraft, isBusy, onSearch }: SearchFormProps) => {
  const first = useAutoFocus<HTMLSelectElement>()
  const [purpose, setPurpose] = useState<SearchPurpose | ''>('')
  const [words, setWords] = useState('')
  const needsWords =
    purpose !== '' && searchPurposes[purpose].needsWords && caseSearchFields[draft.field].isOfCase
  const isWhole = purpose !== '' && (draft.field === 'time' || draft.value !== '')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isWhole && !isBusy) onSearch({ purpose, words: needsWords ? words : '' })
  }
  return (
    <search>
      <form onSubmit={submit}>
        <label>
          Search by
          <select
            ref={first}
            value={draft.field}
            onChange={({ currentTarget }) =>
              onDraft({ ...emptyDraft, field: currentTarget.value as CaseSearchField })
            }
          >
            {titlesOf(caseSearchFields).map(([name, title]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <ValueField
          key={draft.field}
          field={draft.field}
          value={draft.value}
          onValue={value => onDraft({ ...draft, value })}
        />
        {draft.field !== 'id' && (
          <>
            <Day label="From (UTC)" value={draft.from} onValue={from => onDraft({ ...draft, from })} />
            <Day label="Before (UTC)" value={draft.to} onValue={to => onDraft({ ...draft, to })} />
          </>
        )}
        <Choose
          label="Purpose"
          value={purpose}
          options={[choose, ...titlesOf(searchPurposes)]}
          onChoose={setPurpose}
        />
        {needsWords && (
          <label>
            More about it, without names
            <input
              type="text"
              value={words}
              maxLength={200}
              autocomplete="off"
              required
              onInput={({ currentTarget }) => setWords(currentTarget.value)}
            />
          </label>
        )}
        <button type="submit" disabled={!isWhole || isBusy}>
          Search
        </button>
      </form>
    </search>
  )
}
