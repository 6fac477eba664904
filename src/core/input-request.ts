/** Placeholder types of the four embedded requests; the builders live beside them. */
export interface InputRequiredResult {
  resultType: 'input_required'
  inputRequests?: Record<string, InputRequest>
  requestState?: string
  _meta?: Record<string, unknown>
}
export interface InputRequest { method: string, params?: object }
