/* Of every page of the docs, which is whole without it: search, copy buttons, and tabs that remember their language. */

import { type DocsHit, type DocsSearch, indexDocs } from '../../../shared/http/docs-search.ts'

const mostFound = 12

const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text: string,
  className = '',
): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(name)
  made.textContent = text
  made.className = className
  return made
}

const charactersBefore = 50
const excerptLength = 150

/** Words consist of letters, digits and underscores, none of which means anything to an expression. */
const expressionOf = (words: readonly string[]): RegExp => new RegExp(`\\b(?:${words.join('|')})\\b`, 'gi')

/** The text around the first word that was found, from word to word. */
const excerptOf = (text: string, words: readonly string[]): string => {
  const at = Math.max(0, text.search(expressionOf(words)) - charactersBefore)
  const from = at === 0 ? 0 : text.indexOf(' ', at) + 1
  const rest = text.slice(from)
  if (rest.length <= excerptLength) return `${from > 0 ? '… ' : ''}${rest}`
  return `${from > 0 ? '… ' : ''}${rest.slice(0, rest.lastIndexOf(' ', excerptLength))} …`
}

const marked = (text: string, words: readonly string[]): readonly (string | HTMLElement)[] => {
  const parts: (string | HTMLElement)[] = []
  let from = 0
  for (const { 0: word, index } of text.matchAll(expressionOf(words))) {
    parts.push(text.slice(from, index), element('mark', word))
    from = index + word.length
  }
  return [...parts, text.slice(from)]
}

const toItem = ({ entry: [title, kind, path, text], words }: DocsHit): HTMLLIElement => {
  const link = element('a', '', 'hit')
  link.href = path
  const excerpt = element('span', '', 'excerpt')
  excerpt.append(...marked(excerptOf(text, words), words))
  link.append(...marked(title, words), element('span', kind, 'kind'), excerpt)
  const item = element('li', '')
  item.append(link)
  return item
}

const offerSearch = (button: HTMLButtonElement): void => {
  const dialog = document.querySelector('dialog')!
  const input = dialog.querySelector('input')!
  const list = dialog.querySelector('ul')!
  const status = dialog.querySelector('p')!
  let loading: Promise<DocsSearch> | undefined

  const load = async (): Promise<DocsSearch> => {
    const response = await fetch(button.dataset.index!)
    if (!response.ok) throw new Error(`${response.status}`)
    return indexDocs(await response.json())
  }
  const show = async (): Promise<void> => {
    const query = input.value
    try {
      loading ??= load()
      const found = (await loading)(query, mostFound)
      if (query !== input.value) return
      list.replaceChildren(...found.map(toItem))
      status.textContent = query.trim() !== '' && found.length === 0 ? 'Nothing found.' : ''
    } catch {
      loading = undefined
      status.textContent = 'The index could not be loaded. Try again.'
    }
  }
  const open = (): void => {
    if (!dialog.open) dialog.showModal()
    input.select()
    void show()
  }
  const move = (step: number): void => {
    const stops = [input, ...list.querySelectorAll('a')]
    const at = stops.indexOf(document.activeElement as HTMLInputElement) + step
    stops[(at + stops.length) % stops.length]!.focus()
  }

  button.hidden = false
  button.addEventListener('click', open)
  input.addEventListener('input', () => void show())
  dialog.addEventListener('keydown', event => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      move(step)
    }
    // In a field that holds something, it would only empty it.
    if (event.key === 'Escape') {
      event.preventDefault()
      dialog.close()
    }
    if (event.key === 'Enter' && event.target === input) list.querySelector('a')?.click()
  })
  // A link to this page leaves it open behind the dialog.
  list.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', event => {
    if (event.target === dialog) dialog.close()
  })
  document.addEventListener('keydown', event => {
    const isTyping =
      event.target instanceof Element && event.target.matches('textarea, input:not([type=radio])')
    const isSlash = event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isSlash && !(event.key === 'k' && (event.ctrlKey || event.metaKey))) return
    event.preventDefault()
    open()
  })
}

const copiedMs = 2000

const offerCopy = (code: Element): void => {
  const button = element('button', 'Copy', 'copy')
  button.type = 'button'
  button.setAttribute('aria-label', `Copy: ${code.getAttribute('aria-label')}`)
  button.addEventListener('click', async () => {
    const isCopied = await navigator.clipboard.writeText(code.textContent).then(
      () => true,
      () => false,
    )
    button.textContent = isCopied ? 'Copied' : 'Not copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, copiedMs)
  })
  const block = element('div', '', 'block')
  code.replaceWith(block)
  block.append(code, button)
}

const languageKey = 'docs-language'

/** A browser may refuse to store anything. */
const stored = {
  get: (): string | null => {
    try {
      return localStorage.getItem(languageKey)
    } catch {
      return null
    }
  },
  set: (language: string): void => {
    try {
      localStorage.setItem(languageKey, language)
    } catch {
      // It lasts for this page then.
    }
  },
}

const tabsOf = (language: string): readonly HTMLInputElement[] =>
  [...document.querySelectorAll<HTMLInputElement>('.tabs input')].filter(({ value }) => value === language)

const chooseLanguage = (language: string): void => {
  for (const tab of tabsOf(language)) tab.checked = true
}

const rememberLanguage = (): void => {
  const language = stored.get()
  if (language !== null) chooseLanguage(language)
  document.addEventListener('change', ({ target }) => {
    // Tabs of responses have no value.
    if (!(target instanceof HTMLInputElement) || !target.closest('.tabs') || target.value === '') return
    const { top } = target.getBoundingClientRect()
    chooseLanguage(target.value)
    stored.set(target.value)
    // What stands above it may have become longer or shorter.
    scrollBy({ top: target.getBoundingClientRect().top - top, behavior: 'instant' })
  })
}

rememberLanguage()
if (navigator.clipboard) for (const code of document.querySelectorAll('.code')) offerCopy(code)
const button = document.querySelector<HTMLButtonElement>('button.search')
if (button) offerSearch(button)
