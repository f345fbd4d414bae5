import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** Focuses an element as it appears. `useEffect` would wait for the paint, and a key typed meanwhile would press a button. */
export const useAutoFocus = <Field extends HTMLElement>() => {
  const field = useRef<Field>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  return field
}

/** Reads the fragment, `#/review/12-34` → `['review', '12-34']`. It names pages and ids, and never a person. */
const currentRoute = (): readonly string[] => location.hash.replace(/^#\/?/, '').split('/').filter(Boolean)

export const useHashRoute = (): readonly string[] => {
  const [route, setRoute] = useState(currentRoute)
  useLayoutEffect(() => {
    const follow = () => setRoute(currentRoute())
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return route
}

export const hashUrl = (...words: readonly string[]): string => `#/${words.join('/')}`

interface HeadingProps {
  /** False leaves the focus where it is. */
  readonly isFocused?: boolean
  readonly children: ComponentChildren
}

/** The heading of a page or screen. It takes the focus, as the work goes on there. */
export const Heading = ({ isFocused = true, children }: HeadingProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (!isFocused) return
    heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}

interface PageProps extends HeadingProps {
  readonly title: string
  readonly isNarrow?: boolean
  /** Page to go back to. */
  readonly up?: { readonly href: string; readonly title: string }
}

export const Page = ({ title, isNarrow = false, isFocused = true, up, children }: PageProps) => (
  <main class={isNarrow ? 'narrow' : undefined}>
    {up && (
      <p class="up">
        <a href={up.href}>{up.title}</a>
      </p>
    )}
    <Heading isFocused={isFocused}>{title}</Heading>
    {children}
  </main>
)

/** Stands where an answer will be shown. */
export const Loading = () => <p class="quiet">One moment …</p>

interface ChooseProps<Value extends string> {
  readonly label: string
  readonly value: Value
  /** Values with their words. */
  readonly options: readonly (readonly [Value, string])[]
  readonly onChoose: (value: Value) => void
  readonly look?: string
  /** A value that is not '' has to be chosen before a form is sent. */
  readonly isRequired?: boolean
}

/** A labelled list to choose from. */
export const Choose = <Value extends string>(props: ChooseProps<Value>) => (
  <label class={props.look}>
    {props.label}
    <select
      value={props.value}
      required={props.isRequired}
      onChange={event => props.onChoose(event.currentTarget.value as Value)}
    >
      {props.options.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  </label>
)

interface TableProps {
  /** For screen readers; a heading right before the table says it as well. */
  readonly caption?: string
  readonly headings: readonly ComponentChildren[]
  readonly children: ComponentChildren
  readonly look?: string
}

export const Table = ({ caption, headings, children, look }: TableProps) => (
  <table class={look}>
    {caption && <caption class="unseen">{caption}</caption>}
    <thead>
      <tr>
        {headings.map((heading, n) => (
          <th key={n} scope="col">
            {heading}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)
