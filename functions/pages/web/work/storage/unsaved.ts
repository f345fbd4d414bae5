import { createShared } from '../shared.ts'
import { useShared } from '../use-shared.ts'
import type { Answers } from '../visit/answers.ts'

/** Answers that the phone refused to store, by their form. They stay while the page is open, on whatever screen. */
const unsaved = createShared<Readonly<Record<string, Answers>>>({})

const noAnswers: Answers = {}

export const findUnsaved = (form: string): Answers => unsaved.get()[form] ?? noAnswers
export const useUnsaved = (form: string): Answers => useShared(unsaved)[form] ?? noAnswers

/** The browser asks before it closes a page that holds what is stored nowhere. */
const warn = (event: BeforeUnloadEvent): void => event.preventDefault()

/** @param value undefined once it is stored */
export const setUnsaved = (form: string, name: string, value: string | undefined): void => {
  const { [name]: _, ...others } = findUnsaved(form)
  const answers = value === undefined ? others : { ...others, [name]: value }
  const { [form]: __, ...forms } = unsaved.get()
  const all = Object.keys(answers).length > 0 ? { ...forms, [form]: answers } : forms
  unsaved.set(all)
  if (Object.keys(all).length > 0) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
}

/** Who signs out leaves nothing behind. */
export const forgetUnsaved = (): void => {
  unsaved.set({})
  removeEventListener('beforeunload', warn)
}

/** The form of the answers of a visit, and the beginning of that of a call's. */
export const visitForm = ({ by, id }: { readonly by: string; readonly id: string }): string => `${by} ${id}`
