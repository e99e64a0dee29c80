/** What a field gives to the control in it: its name, its faults and its hint are tied by id. */
export interface ControlAttributes {
  readonly id?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: 'true' | undefined;
  readonly 'aria-required'?: 'true' | undefined;
}
