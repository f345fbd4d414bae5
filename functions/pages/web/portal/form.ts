/** What stands in a field of a form, without spaces around it. */
export const fieldValue = (form: HTMLFormElement, name: string): string =>
  `${new FormData(form).get(name) ?? ''}`.trim()

/** The values of the boxes of one name that are ticked. */
export const checkedValues = (form: HTMLFormElement, name: string): string[] =>
  new FormData(form).getAll(name).map(String)

/** Whether a box is ticked. */
export const isChecked = (form: HTMLFormElement, name: string): boolean => new FormData(form).has(name)
