/**
 * Made by `npm run client` from the reference of the interface. Not to be changed by hand: change the reference.
 */
export interface paths {
    "/allowance_line_items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List allowance line items */
        get: operations["list_allowance_line_items"];
        put?: never;
        /** Create an allowance line item */
        post: operations["create_allowance_line_item"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/allowance_line_items/{allowance_line_item}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an allowance line item */
        get: operations["retrieve_allowance_line_item"];
        /** Update an allowance line item */
        put: operations["update_allowance_line_item"];
        post?: never;
        /** Delete an allowance line item */
        delete: operations["delete_allowance_line_item"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/allowance_line_items/batch/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete 1 to 100 allowance line items */
        post: operations["batch_delete_allowance_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/allowance_line_items/batch/upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create or change 1 to 100 allowance line items */
        post: operations["batch_upsert_allowance_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/allowance_line_items/bulk/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create allowance line items on everything selected */
        post: operations["bulk_create_allowance_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/allowance_line_items/bulk/create/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a bulk create of allowance line items would be made on; changes nothing */
        post: operations["bulk_create_scope_allowance_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/allowance_line_items/bulk/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete all selected allowance line items */
        post: operations["bulk_delete_allowance_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/allowance_line_items/bulk/delete/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The allowance line items that a bulk delete would touch; changes nothing */
        post: operations["bulk_delete_scope_allowance_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/allowance_line_items/bulk/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change all selected allowance line items */
        post: operations["bulk_update_allowance_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/allowance_line_items/bulk/update/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The allowance line items that a bulk update would touch; changes nothing */
        post: operations["bulk_update_scope_allowance_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/allowance_line_items/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Find allowance line items by a selection */
        post: operations["search_allowance_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/allowance_types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List allowance types */
        get: operations["list_allowance_types"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/allowance_types/{allowance_type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an allowance type */
        get: operations["retrieve_allowance_type"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/allowances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List allowances */
        get: operations["list_allowances"];
        put?: never;
        /** Create an allowance */
        post: operations["create_allowance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/allowances/{allowance}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an allowance */
        get: operations["retrieve_allowance"];
        /** Update an allowance */
        put: operations["update_allowance"];
        post?: never;
        /** Delete an allowance */
        delete: operations["delete_allowance"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/allowances/batch/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete 1 to 100 allowances */
        post: operations["batch_delete_allowances"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/allowances/batch/upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create or change 1 to 100 allowances */
        post: operations["batch_upsert_allowances"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/allowances/bulk/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create allowances on everything selected */
        post: operations["bulk_create_allowances"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/allowances/bulk/create/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a bulk create of allowances would be made on; changes nothing */
        post: operations["bulk_create_scope_allowances"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/allowances/bulk/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete all selected allowances */
        post: operations["bulk_delete_allowances"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/allowances/bulk/delete/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The allowances that a bulk delete would touch; changes nothing */
        post: operations["bulk_delete_scope_allowances"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/allowances/bulk/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change all selected allowances */
        post: operations["bulk_update_allowances"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/allowances/bulk/update/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The allowances that a bulk update would touch; changes nothing */
        post: operations["bulk_update_scope_allowances"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/allowances/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Find allowances by a selection */
        post: operations["search_allowances"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/async_tasks/{async_task}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an async task */
        get: operations["retrieve_async_task"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/business_entities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List business entities */
        get: operations["list_business_entities"];
        put?: never;
        /** Create a business entity */
        post: operations["create_business_entity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/business_entities/{business_entity}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a business entity */
        get: operations["retrieve_business_entity"];
        /** Update a business entity */
        put: operations["update_business_entity"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/business_entities/{business_entity}/end_preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take an employer out of preview */
        post: operations["end_preview_of_business_entity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calculations/employer_health_tax": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Calculate an employer's health taxes of a year, and their instalments */
        post: operations["calculate_employer_health_tax"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calculations/statutory_holiday_pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Explain the statutory holiday pay of a pay stub */
        post: operations["explain_statutory_holiday_pay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calculations/statutory_withholdings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Calculate statutory withholdings of given figures, explained */
        post: operations["calculate_statutory_withholdings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List companies */
        get: operations["list_companies"];
        put?: never;
        /** Create a company */
        post: operations["create_company"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{company}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a company */
        get: operations["retrieve_company"];
        /** Update a company */
        put: operations["update_company"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contractors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List contractors */
        get: operations["list_contractors"];
        put?: never;
        /** Create a contractor */
        post: operations["create_contractor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contractors/{contractor}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a contractor */
        get: operations["retrieve_contractor"];
        /** Update a contractor */
        put: operations["update_contractor"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contractors/batch/upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create or change 1 to 100 contractors */
        post: operations["batch_upsert_contractors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deduction_line_items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List deduction line items */
        get: operations["list_deduction_line_items"];
        put?: never;
        /** Create a deduction line item */
        post: operations["create_deduction_line_item"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deduction_line_items/{deduction_line_item}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a deduction line item */
        get: operations["retrieve_deduction_line_item"];
        /** Update a deduction line item */
        put: operations["update_deduction_line_item"];
        post?: never;
        /** Delete a deduction line item */
        delete: operations["delete_deduction_line_item"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deduction_line_items/batch/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete 1 to 100 deduction line items */
        post: operations["batch_delete_deduction_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deduction_line_items/batch/upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create or change 1 to 100 deduction line items */
        post: operations["batch_upsert_deduction_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deduction_line_items/bulk/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create deduction line items on everything selected */
        post: operations["bulk_create_deduction_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deduction_line_items/bulk/create/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a bulk create of deduction line items would be made on; changes nothing */
        post: operations["bulk_create_scope_deduction_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deduction_line_items/bulk/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete all selected deduction line items */
        post: operations["bulk_delete_deduction_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deduction_line_items/bulk/delete/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The deduction line items that a bulk delete would touch; changes nothing */
        post: operations["bulk_delete_scope_deduction_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deduction_line_items/bulk/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change all selected deduction line items */
        post: operations["bulk_update_deduction_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deduction_line_items/bulk/update/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The deduction line items that a bulk update would touch; changes nothing */
        post: operations["bulk_update_scope_deduction_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deduction_line_items/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Find deduction line items by a selection */
        post: operations["search_deduction_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deduction_types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List deduction types */
        get: operations["list_deduction_types"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deduction_types/{deduction_type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a deduction type */
        get: operations["retrieve_deduction_type"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deductions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List deductions */
        get: operations["list_deductions"];
        put?: never;
        /** Create a deduction */
        post: operations["create_deduction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deductions/{deduction}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a deduction */
        get: operations["retrieve_deduction"];
        /** Update a deduction */
        put: operations["update_deduction"];
        post?: never;
        /** Delete a deduction */
        delete: operations["delete_deduction"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deductions/batch/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete 1 to 100 deductions */
        post: operations["batch_delete_deductions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deductions/batch/upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create or change 1 to 100 deductions */
        post: operations["batch_upsert_deductions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deductions/bulk/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create deductions on everything selected */
        post: operations["bulk_create_deductions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deductions/bulk/create/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a bulk create of deductions would be made on; changes nothing */
        post: operations["bulk_create_scope_deductions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deductions/bulk/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete all selected deductions */
        post: operations["bulk_delete_deductions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deductions/bulk/delete/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The deductions that a bulk delete would touch; changes nothing */
        post: operations["bulk_delete_scope_deductions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deductions/bulk/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change all selected deductions */
        post: operations["bulk_update_deductions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deductions/bulk/update/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The deductions that a bulk update would touch; changes nothing */
        post: operations["bulk_update_scope_deductions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deductions/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Find deductions by a selection */
        post: operations["search_deductions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/earning_line_items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List earning line items */
        get: operations["list_earning_line_items"];
        put?: never;
        /** Create an earning line item */
        post: operations["create_earning_line_item"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/earning_line_items/{earning_line_item}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an earning line item */
        get: operations["retrieve_earning_line_item"];
        /** Update an earning line item */
        put: operations["update_earning_line_item"];
        post?: never;
        /** Delete an earning line item */
        delete: operations["delete_earning_line_item"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/earning_line_items/batch/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete 1 to 100 earning line items */
        post: operations["batch_delete_earning_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/earning_line_items/batch/upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create or change 1 to 100 earning line items */
        post: operations["batch_upsert_earning_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/earning_line_items/bulk/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create earning line items on everything selected */
        post: operations["bulk_create_earning_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/earning_line_items/bulk/create/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a bulk create of earning line items would be made on; changes nothing */
        post: operations["bulk_create_scope_earning_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/earning_line_items/bulk/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete all selected earning line items */
        post: operations["bulk_delete_earning_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/earning_line_items/bulk/delete/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The earning line items that a bulk delete would touch; changes nothing */
        post: operations["bulk_delete_scope_earning_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/earning_line_items/bulk/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change all selected earning line items */
        post: operations["bulk_update_earning_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/earning_line_items/bulk/update/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The earning line items that a bulk update would touch; changes nothing */
        post: operations["bulk_update_scope_earning_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/earning_line_items/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Find earning line items by a selection */
        post: operations["search_earning_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/earning_types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List earning types */
        get: operations["list_earning_types"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/earning_types/{earning_type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an earning type */
        get: operations["retrieve_earning_type"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/earnings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List earnings */
        get: operations["list_earnings"];
        put?: never;
        /** Create an earning */
        post: operations["create_earning"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/earnings/{earning}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an earning */
        get: operations["retrieve_earning"];
        /** Update an earning */
        put: operations["update_earning"];
        post?: never;
        /** Delete an earning */
        delete: operations["delete_earning"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/earnings/batch/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete 1 to 100 earnings */
        post: operations["batch_delete_earnings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/earnings/batch/upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create or change 1 to 100 earnings */
        post: operations["batch_upsert_earnings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/earnings/bulk/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create earnings on everything selected */
        post: operations["bulk_create_earnings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/earnings/bulk/create/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a bulk create of earnings would be made on; changes nothing */
        post: operations["bulk_create_scope_earnings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/earnings/bulk/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete all selected earnings */
        post: operations["bulk_delete_earnings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/earnings/bulk/delete/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The earnings that a bulk delete would touch; changes nothing */
        post: operations["bulk_delete_scope_earnings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/earnings/bulk/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change all selected earnings */
        post: operations["bulk_update_earnings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/earnings/bulk/update/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The earnings that a bulk update would touch; changes nothing */
        post: operations["bulk_update_scope_earnings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/earnings/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Find earnings by a selection */
        post: operations["search_earnings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/effective_tax_properties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List effective tax properties */
        get: operations["list_effective_tax_properties"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee_benefit_line_items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List employee benefit line items */
        get: operations["list_employee_benefit_line_items"];
        put?: never;
        /** Create an employee benefit line item */
        post: operations["create_employee_benefit_line_item"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee_benefit_line_items/{employee_benefit_line_item}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an employee benefit line item */
        get: operations["retrieve_employee_benefit_line_item"];
        /** Update an employee benefit line item */
        put: operations["update_employee_benefit_line_item"];
        post?: never;
        /** Delete an employee benefit line item */
        delete: operations["delete_employee_benefit_line_item"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee_benefit_line_items/batch/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete 1 to 100 employee benefit line items */
        post: operations["batch_delete_employee_benefit_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee_benefit_line_items/batch/upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create or change 1 to 100 employee benefit line items */
        post: operations["batch_upsert_employee_benefit_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee_benefit_line_items/bulk/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create employee benefit line items on everything selected */
        post: operations["bulk_create_employee_benefit_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee_benefit_line_items/bulk/create/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a bulk create of employee benefit line items would be made on; changes nothing */
        post: operations["bulk_create_scope_employee_benefit_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee_benefit_line_items/bulk/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete all selected employee benefit line items */
        post: operations["bulk_delete_employee_benefit_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee_benefit_line_items/bulk/delete/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The employee benefit line items that a bulk delete would touch; changes nothing */
        post: operations["bulk_delete_scope_employee_benefit_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee_benefit_line_items/bulk/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change all selected employee benefit line items */
        post: operations["bulk_update_employee_benefit_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee_benefit_line_items/bulk/update/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The employee benefit line items that a bulk update would touch; changes nothing */
        post: operations["bulk_update_scope_employee_benefit_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee_benefit_line_items/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Find employee benefit line items by a selection */
        post: operations["search_employee_benefit_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee_benefit_types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List employee benefit types */
        get: operations["list_employee_benefit_types"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee_benefit_types/{employee_benefit_type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an employee benefit type */
        get: operations["retrieve_employee_benefit_type"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee_benefits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List employee benefits */
        get: operations["list_employee_benefits"];
        put?: never;
        /** Create an employee benefit */
        post: operations["create_employee_benefit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee_benefits/{employee_benefit}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an employee benefit */
        get: operations["retrieve_employee_benefit"];
        /** Update an employee benefit */
        put: operations["update_employee_benefit"];
        post?: never;
        /** Delete an employee benefit */
        delete: operations["delete_employee_benefit"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee_benefits/batch/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete 1 to 100 employee benefits */
        post: operations["batch_delete_employee_benefits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee_benefits/batch/upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create or change 1 to 100 employee benefits */
        post: operations["batch_upsert_employee_benefits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee_benefits/bulk/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create employee benefits on everything selected */
        post: operations["bulk_create_employee_benefits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee_benefits/bulk/create/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a bulk create of employee benefits would be made on; changes nothing */
        post: operations["bulk_create_scope_employee_benefits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee_benefits/bulk/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete all selected employee benefits */
        post: operations["bulk_delete_employee_benefits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee_benefits/bulk/delete/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The employee benefits that a bulk delete would touch; changes nothing */
        post: operations["bulk_delete_scope_employee_benefits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee_benefits/bulk/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change all selected employee benefits */
        post: operations["bulk_update_employee_benefits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee_benefits/bulk/update/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The employee benefits that a bulk update would touch; changes nothing */
        post: operations["bulk_update_scope_employee_benefits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employee_benefits/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Find employee benefits by a selection */
        post: operations["search_employee_benefits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List employees */
        get: operations["list_employees"];
        put?: never;
        /** Create an employee */
        post: operations["create_employee"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employees/{employee}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an employee */
        get: operations["retrieve_employee"];
        /** Update an employee */
        put: operations["update_employee"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employees/{employee}/reveal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the sensitive values of an employee in clear */
        get: operations["reveal_employee"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employees/batch/upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create or change 1 to 100 employees */
        post: operations["batch_upsert_employees"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_benefit_line_items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List employer benefit line items */
        get: operations["list_employer_benefit_line_items"];
        put?: never;
        /** Create an employer benefit line item */
        post: operations["create_employer_benefit_line_item"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_benefit_line_items/{employer_benefit_line_item}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an employer benefit line item */
        get: operations["retrieve_employer_benefit_line_item"];
        /** Update an employer benefit line item */
        put: operations["update_employer_benefit_line_item"];
        post?: never;
        /** Delete an employer benefit line item */
        delete: operations["delete_employer_benefit_line_item"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_benefit_line_items/batch/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete 1 to 100 employer benefit line items */
        post: operations["batch_delete_employer_benefit_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_benefit_line_items/batch/upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create or change 1 to 100 employer benefit line items */
        post: operations["batch_upsert_employer_benefit_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_benefit_line_items/bulk/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create employer benefit line items on everything selected */
        post: operations["bulk_create_employer_benefit_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_benefit_line_items/bulk/create/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a bulk create of employer benefit line items would be made on; changes nothing */
        post: operations["bulk_create_scope_employer_benefit_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_benefit_line_items/bulk/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete all selected employer benefit line items */
        post: operations["bulk_delete_employer_benefit_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_benefit_line_items/bulk/delete/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The employer benefit line items that a bulk delete would touch; changes nothing */
        post: operations["bulk_delete_scope_employer_benefit_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_benefit_line_items/bulk/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change all selected employer benefit line items */
        post: operations["bulk_update_employer_benefit_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_benefit_line_items/bulk/update/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The employer benefit line items that a bulk update would touch; changes nothing */
        post: operations["bulk_update_scope_employer_benefit_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_benefit_line_items/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Find employer benefit line items by a selection */
        post: operations["search_employer_benefit_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_benefit_types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List employer benefit types */
        get: operations["list_employer_benefit_types"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_benefit_types/{employer_benefit_type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an employer benefit type */
        get: operations["retrieve_employer_benefit_type"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_benefits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List employer benefits */
        get: operations["list_employer_benefits"];
        put?: never;
        /** Create an employer benefit */
        post: operations["create_employer_benefit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_benefits/{employer_benefit}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an employer benefit */
        get: operations["retrieve_employer_benefit"];
        /** Update an employer benefit */
        put: operations["update_employer_benefit"];
        post?: never;
        /** Delete an employer benefit */
        delete: operations["delete_employer_benefit"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_benefits/batch/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete 1 to 100 employer benefits */
        post: operations["batch_delete_employer_benefits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_benefits/batch/upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create or change 1 to 100 employer benefits */
        post: operations["batch_upsert_employer_benefits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_benefits/bulk/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create employer benefits on everything selected */
        post: operations["bulk_create_employer_benefits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_benefits/bulk/create/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a bulk create of employer benefits would be made on; changes nothing */
        post: operations["bulk_create_scope_employer_benefits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_benefits/bulk/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete all selected employer benefits */
        post: operations["bulk_delete_employer_benefits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_benefits/bulk/delete/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The employer benefits that a bulk delete would touch; changes nothing */
        post: operations["bulk_delete_scope_employer_benefits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_benefits/bulk/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change all selected employer benefits */
        post: operations["bulk_update_employer_benefits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_benefits/bulk/update/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The employer benefits that a bulk update would touch; changes nothing */
        post: operations["bulk_update_scope_employer_benefits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_benefits/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Find employer benefits by a selection */
        post: operations["search_employer_benefits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_statutory_withholding_line_items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List employer statutory withholding line items */
        get: operations["list_employer_statutory_withholding_line_items"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_statutory_withholding_line_items/{employer_statutory_withholding_line_item}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an employer statutory withholding line item */
        get: operations["retrieve_employer_statutory_withholding_line_item"];
        /** Update an employer statutory withholding line item */
        put: operations["update_employer_statutory_withholding_line_item"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_statutory_withholding_types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List employer statutory withholding types */
        get: operations["list_employer_statutory_withholding_types"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employer_statutory_withholding_types/{employer_statutory_withholding_type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an employer statutory withholding type */
        get: operations["retrieve_employer_statutory_withholding_type"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/holidays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List holidays */
        get: operations["list_holidays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/holidays/{holiday}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a holiday */
        get: operations["retrieve_holiday"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal_entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List journal entries */
        get: operations["list_journal_entries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal_entries/{journal_entry}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a journal entry */
        get: operations["retrieve_journal_entry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/partner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve the partner of the credential */
        get: operations["retrieve_partner"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/partner/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the valid secrets of the partner */
        get: operations["list_partner_secrets"];
        put?: never;
        /** Issue another secret, and let the present one end */
        post: operations["create_partner_secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/partner/secrets/{partner_secret}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a secret at once */
        delete: operations["delete_partner_secret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pay_rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List pay rates */
        get: operations["list_pay_rates"];
        put?: never;
        /** Create a pay rate */
        post: operations["create_pay_rate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pay_rates/{pay_rate}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a pay rate */
        get: operations["retrieve_pay_rate"];
        /** Update a pay rate */
        put: operations["update_pay_rate"];
        post?: never;
        /** Delete a pay rate */
        delete: operations["delete_pay_rate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pay_rates/batch/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete 1 to 100 pay rates */
        post: operations["batch_delete_pay_rates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pay_rates/batch/upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create or change 1 to 100 pay rates */
        post: operations["batch_upsert_pay_rates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pay_rates/bulk/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create pay rates on everything selected */
        post: operations["bulk_create_pay_rates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pay_rates/bulk/create/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a bulk create of pay rates would be made on; changes nothing */
        post: operations["bulk_create_scope_pay_rates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pay_rates/bulk/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete all selected pay rates */
        post: operations["bulk_delete_pay_rates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pay_rates/bulk/delete/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The pay rates that a bulk delete would touch; changes nothing */
        post: operations["bulk_delete_scope_pay_rates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pay_rates/bulk/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change all selected pay rates */
        post: operations["bulk_update_pay_rates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pay_rates/bulk/update/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The pay rates that a bulk update would touch; changes nothing */
        post: operations["bulk_update_scope_pay_rates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pay_rates/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Find pay rates by a selection */
        post: operations["search_pay_rates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pay_schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List pay schedules */
        get: operations["list_pay_schedules"];
        put?: never;
        /** Create a pay schedule */
        post: operations["create_pay_schedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pay_schedules/{pay_schedule}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a pay schedule */
        get: operations["retrieve_pay_schedule"];
        /** Update a pay schedule */
        put: operations["update_pay_schedule"];
        post?: never;
        /** Delete a pay schedule */
        delete: operations["delete_pay_schedule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pay_stubs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List pay stubs */
        get: operations["list_pay_stubs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pay_stubs/{pay_stub}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a pay stub */
        get: operations["retrieve_pay_stub"];
        /** Update a pay stub */
        put: operations["update_pay_stub"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pay_stubs/{pay_stub}/explanation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Explain the amounts of a pay stub, step by step */
        get: operations["explain_pay_stub"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pay_stubs/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Find pay stubs by a selection */
        post: operations["search_pay_stubs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payrolls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List payrolls */
        get: operations["list_payrolls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payrolls/{payroll}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a payroll */
        get: operations["retrieve_payroll"];
        /** Update a payroll */
        put: operations["update_payroll"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payrolls/{payroll}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve a draft payroll */
        post: operations["approve_payroll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reimbursement_line_items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List reimbursement line items */
        get: operations["list_reimbursement_line_items"];
        put?: never;
        /** Create a reimbursement line item */
        post: operations["create_reimbursement_line_item"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reimbursement_line_items/{reimbursement_line_item}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a reimbursement line item */
        get: operations["retrieve_reimbursement_line_item"];
        /** Update a reimbursement line item */
        put: operations["update_reimbursement_line_item"];
        post?: never;
        /** Delete a reimbursement line item */
        delete: operations["delete_reimbursement_line_item"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reimbursement_line_items/batch/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete 1 to 100 reimbursement line items */
        post: operations["batch_delete_reimbursement_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reimbursement_line_items/batch/upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create or change 1 to 100 reimbursement line items */
        post: operations["batch_upsert_reimbursement_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reimbursement_line_items/bulk/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create reimbursement line items on everything selected */
        post: operations["bulk_create_reimbursement_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reimbursement_line_items/bulk/create/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a bulk create of reimbursement line items would be made on; changes nothing */
        post: operations["bulk_create_scope_reimbursement_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reimbursement_line_items/bulk/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete all selected reimbursement line items */
        post: operations["bulk_delete_reimbursement_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reimbursement_line_items/bulk/delete/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The reimbursement line items that a bulk delete would touch; changes nothing */
        post: operations["bulk_delete_scope_reimbursement_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reimbursement_line_items/bulk/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change all selected reimbursement line items */
        post: operations["bulk_update_reimbursement_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reimbursement_line_items/bulk/update/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The reimbursement line items that a bulk update would touch; changes nothing */
        post: operations["bulk_update_scope_reimbursement_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reimbursement_line_items/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Find reimbursement line items by a selection */
        post: operations["search_reimbursement_line_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reimbursement_types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List reimbursement types */
        get: operations["list_reimbursement_types"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reimbursement_types/{reimbursement_type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a reimbursement type */
        get: operations["retrieve_reimbursement_type"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reimbursements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List reimbursements */
        get: operations["list_reimbursements"];
        put?: never;
        /** Create a reimbursement */
        post: operations["create_reimbursement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reimbursements/{reimbursement}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a reimbursement */
        get: operations["retrieve_reimbursement"];
        /** Update a reimbursement */
        put: operations["update_reimbursement"];
        post?: never;
        /** Delete a reimbursement */
        delete: operations["delete_reimbursement"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reimbursements/batch/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete 1 to 100 reimbursements */
        post: operations["batch_delete_reimbursements"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reimbursements/batch/upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create or change 1 to 100 reimbursements */
        post: operations["batch_upsert_reimbursements"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reimbursements/bulk/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create reimbursements on everything selected */
        post: operations["bulk_create_reimbursements"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reimbursements/bulk/create/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a bulk create of reimbursements would be made on; changes nothing */
        post: operations["bulk_create_scope_reimbursements"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reimbursements/bulk/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete all selected reimbursements */
        post: operations["bulk_delete_reimbursements"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reimbursements/bulk/delete/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The reimbursements that a bulk delete would touch; changes nothing */
        post: operations["bulk_delete_scope_reimbursements"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reimbursements/bulk/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change all selected reimbursements */
        post: operations["bulk_update_reimbursements"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reimbursements/bulk/update/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The reimbursements that a bulk update would touch; changes nothing */
        post: operations["bulk_update_scope_reimbursements"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reimbursements/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Find reimbursements by a selection */
        post: operations["search_reimbursements"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/statutory_withholding_line_items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List statutory withholding line items */
        get: operations["list_statutory_withholding_line_items"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/statutory_withholding_line_items/{statutory_withholding_line_item}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a statutory withholding line item */
        get: operations["retrieve_statutory_withholding_line_item"];
        /** Update a statutory withholding line item */
        put: operations["update_statutory_withholding_line_item"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/statutory_withholding_types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List statutory withholding types */
        get: operations["list_statutory_withholding_types"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/statutory_withholding_types/{statutory_withholding_type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a statutory withholding type */
        get: operations["retrieve_statutory_withholding_type"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tax_properties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List tax properties */
        get: operations["list_tax_properties"];
        put?: never;
        /** Create a tax property */
        post: operations["create_tax_property"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tax_properties/{tax_property}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a tax property */
        get: operations["retrieve_tax_property"];
        /** Update a tax property */
        put: operations["update_tax_property"];
        post?: never;
        /** Delete a tax property */
        delete: operations["delete_tax_property"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tax_properties/batch/upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create or change 1 to 100 tax properties */
        post: operations["batch_upsert_tax_properties"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tax_property_templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List tax property templates */
        get: operations["list_tax_property_templates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tax_property_templates/{tax_property_template}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a tax property template */
        get: operations["retrieve_tax_property_template"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Issue an access token of a company */
        post: operations["create_token"];
        /** Revoke every access token of a company */
        delete: operations["revoke_tokens"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhooks */
        get: operations["list_webhooks"];
        put?: never;
        /** Create a webhook */
        post: operations["create_webhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a webhook */
        get: operations["retrieve_webhook"];
        /** Update a webhook */
        put: operations["update_webhook"];
        post?: never;
        /** Delete a webhook */
        delete: operations["delete_webhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the valid keys of a webhook */
        get: operations["list_webhook_keys"];
        put?: never;
        /** Make another key for a webhook, and let the present one end */
        post: operations["create_webhook_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook}/keys/{webhook_key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke the replaced key of a webhook at once */
        delete: operations["delete_webhook_key"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/work_assignments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List work assignments */
        get: operations["list_work_assignments"];
        put?: never;
        /** Create a work assignment */
        post: operations["create_work_assignment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/work_assignments/{work_assignment}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a work assignment */
        get: operations["retrieve_work_assignment"];
        /** Update a work assignment */
        put: operations["update_work_assignment"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/work_assignments/batch/upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create or change 1 to 100 work assignments */
        post: operations["batch_upsert_work_assignments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/work_assignments/bulk/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create work assignments on everything selected */
        post: operations["bulk_create_work_assignments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/work_assignments/bulk/create/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a bulk create of work assignments would be made on; changes nothing */
        post: operations["bulk_create_scope_work_assignments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/work_assignments/bulk/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change all selected work assignments */
        post: operations["bulk_update_work_assignments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/work_assignments/bulk/update/scope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The work assignments that a bulk update would touch; changes nothing */
        post: operations["bulk_update_scope_work_assignments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/work_assignments/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Find work assignments by a selection */
        post: operations["search_work_assignments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    async_task_completed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A task has ended */
        post: operations["told_of_async_task_completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    pay_stub_available: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A payee can be shown a pay stub */
        post: operations["told_of_pay_stub_available"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    payroll_approved: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A payroll was approved */
        post: operations["told_of_payroll_approved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    payroll_deadline_upcoming: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A draft payroll must be approved soon */
        post: operations["told_of_payroll_deadline_upcoming"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    payroll_paid: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A payroll was paid */
        post: operations["told_of_payroll_paid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    resource_created: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A record was created */
        post: operations["told_of_resource_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    resource_deleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A record was deleted */
        post: operations["told_of_resource_deleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    resource_updated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A record was changed */
        post: operations["told_of_resource_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        allowance: {
            data: components["schemas"]["allowance_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "allowance";
        };
        allowance_batch_change: {
            /** @enum {string} */
            allowance_type?: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance";
            amount?: number | string;
            business_preset_id?: string | null;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from?: string;
            effective_to?: string | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency?: "once" | "per_month" | "per_payroll";
            id: string;
            liability_accounting_code_id?: string | null;
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        } | {
            /** @constant */
            frequency?: "per_month";
        } | {
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        allowance_batch_delete: {
            id: string;
        }[];
        allowance_batch_upsert: (components["schemas"]["allowance_create"] | components["schemas"]["allowance_batch_change"])[];
        allowance_bulk_create: {
            business_entity_id: string;
            data: components["schemas"]["allowance_bulk_create_data"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        allowance_bulk_create_data: {
            /** @enum {string} */
            allowance_type: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance";
            amount: number | string;
            business_preset_id?: string | null;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from: string;
            effective_to?: string | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency: "once" | "per_month" | "per_payroll";
            liability_accounting_code_id?: string | null;
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        } | {
            /** @constant */
            frequency?: "per_month";
        } | {
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        allowance_bulk_create_scope: {
            business_entity_id: string;
            data?: {
                [key: string]: unknown;
            };
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        allowance_bulk_delete: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_allowances"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_allowance_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        allowance_bulk_delete_scope: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data?: {
                [key: string]: unknown;
            };
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_allowances"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_allowance_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        allowance_bulk_update: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data: components["schemas"]["allowance_bulk_update_data"];
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_allowances"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_allowance_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        allowance_bulk_update_data: {
            /** @enum {string} */
            allowance_type?: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance";
            amount?: number | string;
            business_preset_id?: string | null;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from?: string;
            effective_to?: string | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency?: "once" | "per_month" | "per_payroll";
            liability_accounting_code_id?: string | null;
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        } | {
            /** @constant */
            frequency?: "per_month";
        } | {
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        allowance_bulk_update_scope: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data?: {
                [key: string]: unknown;
            };
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_allowances"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_allowance_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        allowance_create: {
            /** @enum {string} */
            allowance_type: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance";
            amount: number | string;
            business_preset_id?: string | null;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from: string;
            effective_to?: string | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency: "once" | "per_month" | "per_payroll";
            liability_accounting_code_id?: string | null;
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
            work_assignment_id: string;
        } | {
            /** @constant */
            frequency?: "per_month";
        } | {
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        allowance_data: {
            allowance_type: components["schemas"]["allowance_type"] | null;
            amount: number;
            business_preset: components["schemas"]["stub_business_preset"] | null;
            /** Format: date-time */
            created_at: string;
            date_basis: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from: string;
            effective_to: string | null;
            expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            external_ref: string | null;
            /** @enum {string} */
            frequency: "once" | "per_month" | "per_payroll";
            liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            pay_period_cadence: (number | -1 | unknown)[] | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage"] | null;
            title: string | null;
            title_translated: string | null;
            title_translations: components["schemas"]["translations"] | null;
            /** Format: date-time */
            updated_at: string;
            work_assignment: components["schemas"]["stub_work_assignment"];
        };
        allowance_line_item: {
            data: components["schemas"]["allowance_line_item_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "allowance_line_item";
        };
        allowance_line_item_batch_change: {
            accrued_vacation_pay?: (number | string) | null;
            /** @enum {string} */
            allowance_type?: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance";
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_earned_on?: string | null;
            custom_expense_accounting_code_id?: string | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_given"] | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            id: string;
            liability_accounting_code_id?: string | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        allowance_line_item_batch_delete: {
            id: string;
        }[];
        allowance_line_item_batch_upsert: (components["schemas"]["allowance_line_item_create"] | components["schemas"]["allowance_line_item_batch_change"])[];
        allowance_line_item_bulk_create: {
            data: components["schemas"]["allowance_line_item_bulk_create_data"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
        };
        allowance_line_item_bulk_create_data: {
            accrued_vacation_pay?: (number | string) | null;
            /** @enum {string} */
            allowance_type: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance";
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_earned_on?: string | null;
            custom_expense_accounting_code_id?: string | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_given"] | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        allowance_line_item_bulk_create_scope: {
            data?: {
                [key: string]: unknown;
            };
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
        };
        allowance_line_item_bulk_delete: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_allowance_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_allowance_line_item_types"];
        };
        allowance_line_item_bulk_delete_scope: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data?: {
                [key: string]: unknown;
            };
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_allowance_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_allowance_line_item_types"];
        };
        allowance_line_item_bulk_update: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data: components["schemas"]["allowance_line_item_bulk_update_data"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_allowance_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_allowance_line_item_types"];
        };
        allowance_line_item_bulk_update_data: {
            accrued_vacation_pay?: (number | string) | null;
            /** @enum {string} */
            allowance_type?: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance";
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_earned_on?: string | null;
            custom_expense_accounting_code_id?: string | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_given"] | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        allowance_line_item_bulk_update_scope: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data?: {
                [key: string]: unknown;
            };
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_allowance_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_allowance_line_item_types"];
        };
        allowance_line_item_create: {
            accrued_vacation_pay?: (number | string) | null;
            /** @enum {string} */
            allowance_type: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance";
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_earned_on?: string | null;
            custom_expense_accounting_code_id?: string | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_given"] | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            pay_stub_id: string;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        allowance_line_item_data: {
            accrued_vacation_pay: number;
            allowance_type: components["schemas"]["allowance_type"] | null;
            amount: number;
            business_preset: components["schemas"]["stub_business_preset"] | null;
            component_settings: components["schemas"]["component_settings"];
            /** Format: date-time */
            created_at: string;
            custom_amount: number | null;
            custom_earned_on: string | null;
            custom_expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            custom_liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount"] | null;
            earned_on: string | null;
            expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            external_ref: string | null;
            is_managed: boolean;
            liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            /** @constant */
            line_item_type: "allowance";
            managed_amount: number | null;
            managed_earned_on: string | null;
            managed_expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            managed_liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            pay_stub: components["schemas"]["stub_pay_stub"];
            recurrence: components["schemas"]["stub_pay_rate_or_earning_or_allowance_or_deduction_or_employee_benefit_or_employer_benefit_or_reimbursement"] | null;
            source_adjustment: components["schemas"]["stub_adjustment"] | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount"] | null;
            title: string | null;
            title_translated: string | null;
            title_translations: components["schemas"]["translations"] | null;
            /** Format: date-time */
            updated_at: string;
        };
        allowance_line_item_list: {
            data: components["schemas"]["allowance_line_item"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        allowance_line_item_records: {
            data: components["schemas"]["allowance_line_item"][];
            /** @constant */
            object: "list";
        };
        allowance_line_item_search: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_allowance_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_allowance_line_item_types"];
        };
        allowance_line_item_update: {
            accrued_vacation_pay?: (number | string) | null;
            /** @enum {string} */
            allowance_type?: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance";
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_earned_on?: string | null;
            custom_expense_accounting_code_id?: string | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_given"] | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        allowance_list: {
            data: components["schemas"]["allowance"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        allowance_records: {
            data: components["schemas"]["allowance"][];
            /** @constant */
            object: "list";
        };
        allowance_search: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_allowances"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_allowance_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        allowance_type: {
            data: {
                features?: {
                    definitions: {
                        effects: ("withholding" | "reduces_base" | "tax_credit" | "accrues_vacation_pay" | "included_in_stat_holiday_pay")[];
                        help_text: string | null;
                        jurisdiction: string;
                        program_label: string | null;
                    }[];
                    label: string;
                    /** @enum {string} */
                    type: "income_tax" | "pensionable" | "insurable" | "wcb" | "eht" | "vacationable" | "stat_payable";
                }[];
                label: string;
                /** @enum {string} */
                locale: "en" | "fr";
                /** @enum {string} */
                type: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance";
            };
            /** @enum {string} */
            id: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance";
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "allowance_type";
        };
        allowance_type_list: {
            data: components["schemas"]["allowance_type"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        allowance_update: {
            /** @enum {string} */
            allowance_type?: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance";
            amount?: number | string;
            business_preset_id?: string | null;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from?: string;
            effective_to?: string | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency?: "once" | "per_month" | "per_payroll";
            liability_accounting_code_id?: string | null;
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        } | {
            /** @constant */
            frequency?: "per_month";
        } | {
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        any_record: {
            data?: {
                [key: string]: unknown;
            };
            id: string;
            links: components["schemas"]["self_link"];
            object: string;
        };
        async_task: {
            data: components["schemas"]["async_task_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "async_task";
        };
        async_task_completed_call: {
            /** @constant */
            event: "async_task_completed";
            resource: {
                company_id?: string;
                external_ref?: string | null;
                id: string;
                /** @constant */
                type: "async_task";
            };
            sequence: number;
        };
        async_task_data: {
            completed_at: string | null;
            /** Format: date-time */
            created_at: string;
            results: components["schemas"]["async_task_result"][];
            /** @enum {string} */
            status: "processing" | "completed" | "error";
            /** @enum {string} */
            type: "batch_delete" | "batch_upsert" | "bulk_create" | "bulk_delete" | "bulk_update" | "form_generation" | "integration_sync" | "scenario_seed";
            /** Format: date-time */
            updated_at: string;
        };
        async_task_result: {
            errors?: {
                [key: string]: string[];
            };
            id?: string;
            index?: number;
            message?: string;
            object: string;
            /** @constant */
            status?: "error";
        };
        business_entity: {
            data: components["schemas"]["business_entity_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "business_entity";
        };
        business_entity_create: {
            address_line_1?: string | null;
            address_line_2?: string | null;
            business_number: string;
            city?: string | null;
            contact_area_code?: string | null;
            contact_email?: string | null;
            contact_extension?: string | null;
            contact_name?: string | null;
            contact_phone_number?: string | null;
            country_code?: string | null;
            external_ref?: string | null;
            in_preview?: boolean;
            legal_name?: string | null;
            legal_registration_number?: string | null;
            name: string;
            /** @enum {string} */
            pay_day_movement_setting?: "inherit" | "next_business_day" | "previous_business_day";
            postal_code?: string | null;
            preferred_locale?: ("en" | "fr") | null;
            province_code?: string | null;
            /** @enum {string} */
            remitter_type?: "regular" | "quarterly" | "accelerated_threshold_1" | "accelerated_threshold_2";
            resolve_journal_entry_stat_withholdings?: boolean;
            tax_properties?: components["schemas"]["tax_property_of_new_business_entity"][];
            /** @enum {string} */
            vacation_pay_formula_setting?: "pay_date";
        };
        business_entity_data: {
            accounting_settings: {
                block_approval_on_incomplete_journal_entries: boolean;
                block_approval_on_missing_export_identifiers: boolean;
                default_bank_accounting_code: components["schemas"]["stub_accounting_code"] | null;
                default_payroll_payable_accounting_code: components["schemas"]["stub_accounting_code"] | null;
                primary_tag_group: components["schemas"]["stub_tag_group"] | null;
                resolve_journal_entry_stat_withholdings: boolean;
            };
            address_line_1: string | null;
            address_line_2: string | null;
            available_tax_properties: string[];
            business_number: string;
            ca_settings: {
                roe_submission_setting: string;
            };
            city: string | null;
            company: components["schemas"]["stub_company"];
            contact_area_code: string | null;
            contact_email: string | null;
            contact_extension: string | null;
            contact_name: string | null;
            contact_phone_number: string | null;
            country_code: string | null;
            /** Format: date-time */
            created_at: string;
            current_tax_jurisdiction: string | null;
            effective_processing_speed: string;
            external_ref: string | null;
            has_bank_accounts: boolean;
            has_pay_schedules: boolean;
            has_payrolls: boolean;
            in_preview: boolean;
            legal_name: string | null;
            legal_registration_number: string | null;
            name: string;
            /** @enum {string} */
            pay_day_movement_setting: "inherit" | "next_business_day" | "previous_business_day";
            postal_code: string | null;
            preferred_locale: ("en" | "fr") | null;
            processing_speed: string;
            province_code: string | null;
            /** @enum {string} */
            remitter_type: "regular" | "quarterly" | "accelerated_threshold_1" | "accelerated_threshold_2";
            /** @enum {string} */
            status: "onboarding" | "approved";
            /** Format: date-time */
            updated_at: string;
            /** @enum {string} */
            vacation_pay_formula_setting: "pay_date";
            warnings: components["schemas"]["warnings"];
        };
        business_entity_list: {
            data: components["schemas"]["business_entity"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        business_entity_update: {
            address_line_1?: string | null;
            address_line_2?: string | null;
            block_approval_on_incomplete_journal_entries?: boolean;
            block_approval_on_missing_export_identifiers?: boolean;
            business_number?: string;
            city?: string | null;
            contact_area_code?: string | null;
            contact_email?: string | null;
            contact_extension?: string | null;
            contact_name?: string | null;
            contact_phone_number?: string | null;
            country_code?: string | null;
            default_bank_accounting_code_id?: string | null;
            default_payroll_payable_accounting_code_id?: string | null;
            external_ref?: string | null;
            legal_name?: string | null;
            legal_registration_number?: string | null;
            name?: string;
            /** @enum {string} */
            pay_day_movement_setting?: "inherit" | "next_business_day" | "previous_business_day";
            postal_code?: string | null;
            preferred_locale?: ("en" | "fr") | null;
            primary_tag_group_id?: string | null;
            province_code?: string | null;
            /** @enum {string} */
            remitter_type?: "regular" | "quarterly" | "accelerated_threshold_1" | "accelerated_threshold_2";
            resolve_journal_entry_stat_withholdings?: boolean;
            /** @enum {string} */
            vacation_pay_formula_setting?: "pay_date";
        };
        calculation_step: {
            figures: {
                [key: string]: number | string;
            };
            formula: string;
            name: string;
            paragraph?: {
                en: string;
                fr: string;
            };
            source?: string[];
            to_reduce?: {
                en: string;
                fr: string;
            };
            value: number;
        };
        choice_of_accounting_codes: {
            exclude?: string[] | {
                ids: string[];
            };
            include?: "all" | (string[] | {
                ids: string[];
            });
        };
        choice_of_allowance_line_item_types: {
            exclude?: ("automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance")[] | {
                ids: ("automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance")[];
            };
            include?: "all" | (("automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance")[] | {
                ids: ("automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance")[];
            });
        };
        choice_of_allowance_line_items: {
            exclude?: string[] | {
                ids: string[];
            };
            include?: "all" | (string[] | {
                ids: string[];
            });
        };
        choice_of_allowance_types: {
            exclude?: ("automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance")[] | {
                ids: ("automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance")[];
            };
            include?: "all" | (("automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance")[] | {
                ids: ("automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance")[];
            });
        };
        choice_of_allowances: {
            exclude?: string[] | {
                ids: string[];
            };
            include?: "all" | (string[] | {
                ids: string[];
            });
        };
        choice_of_business_presets: {
            exclude?: string[] | {
                ids: string[];
            };
            include?: "all" | (string[] | {
                ids: string[];
            });
        };
        choice_of_deduction_line_item_types: {
            exclude?: ("charitable_donation" | "garnishment_order" | "income_tax" | "other_deduction" | "union_dues" | "union_dues_post_tax")[] | {
                ids: ("charitable_donation" | "garnishment_order" | "income_tax" | "other_deduction" | "union_dues" | "union_dues_post_tax")[];
            };
            include?: "all" | (("charitable_donation" | "garnishment_order" | "income_tax" | "other_deduction" | "union_dues" | "union_dues_post_tax")[] | {
                ids: ("charitable_donation" | "garnishment_order" | "income_tax" | "other_deduction" | "union_dues" | "union_dues_post_tax")[];
            });
        };
        choice_of_deduction_line_items: {
            exclude?: string[] | {
                ids: string[];
            };
            include?: "all" | (string[] | {
                ids: string[];
            });
        };
        choice_of_deduction_types: {
            exclude?: ("charitable_donation" | "garnishment_order" | "income_tax" | "other_deduction" | "union_dues" | "union_dues_post_tax")[] | {
                ids: ("charitable_donation" | "garnishment_order" | "income_tax" | "other_deduction" | "union_dues" | "union_dues_post_tax")[];
            };
            include?: "all" | (("charitable_donation" | "garnishment_order" | "income_tax" | "other_deduction" | "union_dues" | "union_dues_post_tax")[] | {
                ids: ("charitable_donation" | "garnishment_order" | "income_tax" | "other_deduction" | "union_dues" | "union_dues_post_tax")[];
            });
        };
        choice_of_deductions: {
            exclude?: string[] | {
                ids: string[];
            };
            include?: "all" | (string[] | {
                ids: string[];
            });
        };
        choice_of_earning_line_item_types: {
            exclude?: ("bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage")[] | {
                ids: ("bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage")[];
            };
            include?: "all" | (("bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage")[] | {
                ids: ("bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage")[];
            });
        };
        choice_of_earning_line_items: {
            exclude?: string[] | {
                ids: string[];
            };
            include?: "all" | (string[] | {
                ids: string[];
            });
        };
        choice_of_earning_types: {
            exclude?: ("bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage")[] | {
                ids: ("bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage")[];
            };
            include?: "all" | (("bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage")[] | {
                ids: ("bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage")[];
            });
        };
        choice_of_earnings: {
            exclude?: string[] | {
                ids: string[];
            };
            include?: "all" | (string[] | {
                ids: string[];
            });
        };
        choice_of_employee_benefit_line_item_types: {
            exclude?: ("accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic")[] | {
                ids: ("accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic")[];
            };
            include?: "all" | (("accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic")[] | {
                ids: ("accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic")[];
            });
        };
        choice_of_employee_benefit_line_items: {
            exclude?: string[] | {
                ids: string[];
            };
            include?: "all" | (string[] | {
                ids: string[];
            });
        };
        choice_of_employee_benefit_types: {
            exclude?: ("accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic")[] | {
                ids: ("accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic")[];
            };
            include?: "all" | (("accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic")[] | {
                ids: ("accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic")[];
            });
        };
        choice_of_employee_benefits: {
            exclude?: string[] | {
                ids: string[];
            };
            include?: "all" | (string[] | {
                ids: string[];
            });
        };
        choice_of_employer_benefit_line_item_types: {
            exclude?: ("accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided")[] | {
                ids: ("accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided")[];
            };
            include?: "all" | (("accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided")[] | {
                ids: ("accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided")[];
            });
        };
        choice_of_employer_benefit_line_items: {
            exclude?: string[] | {
                ids: string[];
            };
            include?: "all" | (string[] | {
                ids: string[];
            });
        };
        choice_of_employer_benefit_types: {
            exclude?: ("accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided")[] | {
                ids: ("accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided")[];
            };
            include?: "all" | (("accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided")[] | {
                ids: ("accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided")[];
            });
        };
        choice_of_employer_benefits: {
            exclude?: string[] | {
                ids: string[];
            };
            include?: "all" | (string[] | {
                ids: string[];
            });
        };
        choice_of_pay_rate_types: {
            exclude?: ("hourly" | "salary")[] | {
                ids: ("hourly" | "salary")[];
            };
            include?: "all" | (("hourly" | "salary")[] | {
                ids: ("hourly" | "salary")[];
            });
        };
        choice_of_pay_rates: {
            exclude?: string[] | {
                ids: string[];
            };
            include?: "all" | (string[] | {
                ids: string[];
            });
        };
        choice_of_reimbursement_line_item_types: {
            exclude?: ("health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account")[] | {
                ids: ("health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account")[];
            };
            include?: "all" | (("health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account")[] | {
                ids: ("health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account")[];
            });
        };
        choice_of_reimbursement_line_items: {
            exclude?: string[] | {
                ids: string[];
            };
            include?: "all" | (string[] | {
                ids: string[];
            });
        };
        choice_of_reimbursement_types: {
            exclude?: ("health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account")[] | {
                ids: ("health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account")[];
            };
            include?: "all" | (("health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account")[] | {
                ids: ("health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account")[];
            });
        };
        choice_of_reimbursements: {
            exclude?: string[] | {
                ids: string[];
            };
            include?: "all" | (string[] | {
                ids: string[];
            });
        };
        company: {
            data: components["schemas"]["company_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "company";
        };
        company_create: {
            external_ref?: string | null;
            name: string;
            /** @enum {string} */
            pay_day_movement_setting?: "inherit" | "next_business_day" | "previous_business_day";
            preferred_locale?: ("en" | "fr") | null;
        };
        company_data: {
            business_entities?: components["schemas"]["embedded_list"];
            contractors?: components["schemas"]["embedded_list"];
            /** Format: date-time */
            created_at: string;
            employees?: components["schemas"]["embedded_list"];
            external_ref: string | null;
            name: string;
            partner?: components["schemas"]["stub_partner"];
            /** @enum {string} */
            pay_day_movement_setting: "inherit" | "next_business_day" | "previous_business_day";
            preferred_locale: ("en" | "fr") | null;
            status: string | null;
            token?: {
                access_token: string;
                /** Format: date-time */
                expires_at: string;
                expires_in: number;
            };
            /** Format: date-time */
            updated_at: string;
        };
        company_list: {
            data: components["schemas"]["company"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        company_update: {
            external_ref?: string | null;
            name?: string;
            /** @enum {string} */
            pay_day_movement_setting?: "inherit" | "next_business_day" | "previous_business_day";
            preferred_locale?: ("en" | "fr") | null;
        };
        component_settings: {
            attributes_locked: boolean;
        };
        component_settings_given: {
            attributes_locked: boolean;
        };
        contractor: {
            data: components["schemas"]["contractor_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "contractor";
        };
        contractor_batch_change: {
            archived_at?: string | null;
            business_name?: string | null;
            business_number?: string | null;
            email?: string | null;
            external_ref?: string | null;
            first_name?: string | null;
            id: string;
            last_name?: string | null;
            middle_initial?: string | null;
            preferred_locale?: ("en" | "fr") | null;
            sin?: string | null;
        };
        contractor_batch_upsert: (components["schemas"]["contractor_create"] | components["schemas"]["contractor_batch_change"])[];
        contractor_create: {
            business_name?: string | null;
            business_number?: string | null;
            email?: string | null;
            external_ref?: string | null;
            first_name?: string | null;
            last_name?: string | null;
            middle_initial?: string | null;
            preferred_locale?: ("en" | "fr") | null;
            sin?: string | null;
        } | {
            business_name: string;
            first_name?: null;
            last_name?: null;
            middle_initial?: null;
            sin?: null;
        } | {
            business_name?: null;
            business_number?: null;
            first_name: string;
            last_name: string;
        };
        contractor_data: {
            archived_at: string | null;
            business_name: string | null;
            business_number: string | null;
            company: components["schemas"]["stub_company"];
            /** Format: date-time */
            created_at: string;
            email: string | null;
            external_ref: string | null;
            first_name: string | null;
            last_name: string | null;
            middle_initial: string | null;
            preferred_locale: ("en" | "fr") | null;
            sin_last_3: string | null;
            /** Format: date-time */
            updated_at: string;
            work_assignments?: components["schemas"]["embedded_list"];
        };
        contractor_list: {
            data: components["schemas"]["contractor"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        contractor_update: {
            archived_at?: string | null;
            business_name?: string | null;
            business_number?: string | null;
            email?: string | null;
            external_ref?: string | null;
            first_name?: string | null;
            last_name?: string | null;
            middle_initial?: string | null;
            preferred_locale?: ("en" | "fr") | null;
            sin?: string | null;
        };
        date_filter: string | {
            /** Format: date */
            gt?: string;
            /** Format: date */
            gte?: string;
            /** Format: date */
            lt?: string;
            /** Format: date */
            lte?: string;
        };
        deduction: {
            data: components["schemas"]["deduction_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "deduction";
        };
        deduction_batch_change: {
            amount?: number | string;
            /** @enum {string} */
            amount_type?: "fixed" | "fixed_per_hour" | "percent";
            business_preset_id?: string | null;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** @enum {string} */
            deduction_type?: "charitable_donation" | "garnishment_order" | "income_tax" | "other_deduction" | "union_dues" | "union_dues_post_tax";
            /** Format: date */
            effective_from?: string;
            effective_to?: string | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency?: "once" | "per_month" | "per_payroll";
            id: string;
            /** @enum {string} */
            income_basis?: "all_earnings" | "none" | "regular_earnings" | "total_income";
            income_exemption_amount?: (number | string) | null;
            income_exemption_percent?: (number | string) | null;
            income_includes?: ({
                subtype?: string | null;
                /** @enum {string} */
                type: "allowance" | "earning" | "reimbursement";
            } | {
                /** @enum {unknown} */
                subtype?: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance" | null;
                /** @constant */
                type?: "allowance";
            } | {
                /** @enum {unknown} */
                subtype?: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage" | null;
                /** @constant */
                type?: "earning";
            } | {
                /** @enum {unknown} */
                subtype?: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account" | null;
                /** @constant */
                type?: "reimbursement";
            })[];
            /** @enum {string} */
            income_statutory_withholdings?: "all" | "none";
            income_subtractions?: ({
                subtype?: string | null;
                /** @enum {string} */
                type: "deduction" | "employee_benefit" | "employer_benefit";
            } | {
                /** @enum {unknown} */
                subtype?: "charitable_donation" | "garnishment_order" | "income_tax" | "other_deduction" | "union_dues" | "union_dues_post_tax" | null;
                /** @constant */
                type?: "deduction";
            } | {
                /** @enum {unknown} */
                subtype?: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic" | null;
                /** @constant */
                type?: "employee_benefit";
            } | {
                /** @enum {unknown} */
                subtype?: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided" | null;
                /** @constant */
                type?: "employer_benefit";
            })[];
            liability_accounting_code_id?: string | null;
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            remittance_account_id?: string | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            /** @constant */
            frequency?: "per_month";
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        } | {
            /** @constant */
            amount_type: "fixed_per_hour";
            date_basis?: null;
            /** @enum {unknown} */
            frequency?: "once" | "per_payroll";
            pay_period_cadence?: null;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type: "percent";
            date_basis?: null;
            /** @enum {unknown} */
            frequency?: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        deduction_batch_delete: {
            id: string;
        }[];
        deduction_batch_upsert: (components["schemas"]["deduction_create"] | components["schemas"]["deduction_batch_change"])[];
        deduction_bulk_create: {
            business_entity_id: string;
            data: components["schemas"]["deduction_bulk_create_data"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        deduction_bulk_create_data: {
            amount: number | string;
            /** @enum {string} */
            amount_type: "fixed" | "fixed_per_hour" | "percent";
            business_preset_id?: string | null;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** @enum {string} */
            deduction_type: "charitable_donation" | "garnishment_order" | "income_tax" | "other_deduction" | "union_dues" | "union_dues_post_tax";
            /** Format: date */
            effective_from: string;
            effective_to?: string | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency: "once" | "per_month" | "per_payroll";
            /** @enum {string} */
            income_basis?: "all_earnings" | "none" | "regular_earnings" | "total_income";
            income_exemption_amount?: (number | string) | null;
            income_exemption_percent?: (number | string) | null;
            income_includes?: ({
                subtype?: string | null;
                /** @enum {string} */
                type: "allowance" | "earning" | "reimbursement";
            } | {
                /** @enum {unknown} */
                subtype?: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance" | null;
                /** @constant */
                type?: "allowance";
            } | {
                /** @enum {unknown} */
                subtype?: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage" | null;
                /** @constant */
                type?: "earning";
            } | {
                /** @enum {unknown} */
                subtype?: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account" | null;
                /** @constant */
                type?: "reimbursement";
            })[];
            /** @enum {string} */
            income_statutory_withholdings?: "all" | "none";
            income_subtractions?: ({
                subtype?: string | null;
                /** @enum {string} */
                type: "deduction" | "employee_benefit" | "employer_benefit";
            } | {
                /** @enum {unknown} */
                subtype?: "charitable_donation" | "garnishment_order" | "income_tax" | "other_deduction" | "union_dues" | "union_dues_post_tax" | null;
                /** @constant */
                type?: "deduction";
            } | {
                /** @enum {unknown} */
                subtype?: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic" | null;
                /** @constant */
                type?: "employee_benefit";
            } | {
                /** @enum {unknown} */
                subtype?: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided" | null;
                /** @constant */
                type?: "employer_benefit";
            })[];
            liability_accounting_code_id?: string | null;
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            remittance_account_id?: string | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            /** @constant */
            frequency?: "per_month";
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        } | {
            /** @constant */
            amount_type: "fixed_per_hour";
            date_basis?: null;
            /** @enum {unknown} */
            frequency?: "once" | "per_payroll";
            pay_period_cadence?: null;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type: "percent";
            date_basis?: null;
            /** @enum {unknown} */
            frequency?: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        deduction_bulk_create_scope: {
            business_entity_id: string;
            data?: {
                [key: string]: unknown;
            };
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        deduction_bulk_delete: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_deductions"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_deduction_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        deduction_bulk_delete_scope: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data?: {
                [key: string]: unknown;
            };
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_deductions"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_deduction_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        deduction_bulk_update: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data: components["schemas"]["deduction_bulk_update_data"];
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_deductions"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_deduction_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        deduction_bulk_update_data: {
            amount?: number | string;
            /** @enum {string} */
            amount_type?: "fixed" | "fixed_per_hour" | "percent";
            business_preset_id?: string | null;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** @enum {string} */
            deduction_type?: "charitable_donation" | "garnishment_order" | "income_tax" | "other_deduction" | "union_dues" | "union_dues_post_tax";
            /** Format: date */
            effective_from?: string;
            effective_to?: string | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency?: "once" | "per_month" | "per_payroll";
            /** @enum {string} */
            income_basis?: "all_earnings" | "none" | "regular_earnings" | "total_income";
            income_exemption_amount?: (number | string) | null;
            income_exemption_percent?: (number | string) | null;
            income_includes?: ({
                subtype?: string | null;
                /** @enum {string} */
                type: "allowance" | "earning" | "reimbursement";
            } | {
                /** @enum {unknown} */
                subtype?: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance" | null;
                /** @constant */
                type?: "allowance";
            } | {
                /** @enum {unknown} */
                subtype?: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage" | null;
                /** @constant */
                type?: "earning";
            } | {
                /** @enum {unknown} */
                subtype?: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account" | null;
                /** @constant */
                type?: "reimbursement";
            })[];
            /** @enum {string} */
            income_statutory_withholdings?: "all" | "none";
            income_subtractions?: ({
                subtype?: string | null;
                /** @enum {string} */
                type: "deduction" | "employee_benefit" | "employer_benefit";
            } | {
                /** @enum {unknown} */
                subtype?: "charitable_donation" | "garnishment_order" | "income_tax" | "other_deduction" | "union_dues" | "union_dues_post_tax" | null;
                /** @constant */
                type?: "deduction";
            } | {
                /** @enum {unknown} */
                subtype?: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic" | null;
                /** @constant */
                type?: "employee_benefit";
            } | {
                /** @enum {unknown} */
                subtype?: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided" | null;
                /** @constant */
                type?: "employer_benefit";
            })[];
            liability_accounting_code_id?: string | null;
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            remittance_account_id?: string | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            /** @constant */
            frequency?: "per_month";
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        } | {
            /** @constant */
            amount_type: "fixed_per_hour";
            date_basis?: null;
            /** @enum {unknown} */
            frequency?: "once" | "per_payroll";
            pay_period_cadence?: null;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type: "percent";
            date_basis?: null;
            /** @enum {unknown} */
            frequency?: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        deduction_bulk_update_scope: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data?: {
                [key: string]: unknown;
            };
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_deductions"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_deduction_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        deduction_create: {
            amount: number | string;
            /** @enum {string} */
            amount_type: "fixed" | "fixed_per_hour" | "percent";
            business_preset_id?: string | null;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** @enum {string} */
            deduction_type: "charitable_donation" | "garnishment_order" | "income_tax" | "other_deduction" | "union_dues" | "union_dues_post_tax";
            /** Format: date */
            effective_from: string;
            effective_to?: string | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency: "once" | "per_month" | "per_payroll";
            /** @enum {string} */
            income_basis?: "all_earnings" | "none" | "regular_earnings" | "total_income";
            income_exemption_amount?: (number | string) | null;
            income_exemption_percent?: (number | string) | null;
            income_includes?: ({
                subtype?: string | null;
                /** @enum {string} */
                type: "allowance" | "earning" | "reimbursement";
            } | {
                /** @enum {unknown} */
                subtype?: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance" | null;
                /** @constant */
                type?: "allowance";
            } | {
                /** @enum {unknown} */
                subtype?: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage" | null;
                /** @constant */
                type?: "earning";
            } | {
                /** @enum {unknown} */
                subtype?: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account" | null;
                /** @constant */
                type?: "reimbursement";
            })[];
            /** @enum {string} */
            income_statutory_withholdings?: "all" | "none";
            income_subtractions?: ({
                subtype?: string | null;
                /** @enum {string} */
                type: "deduction" | "employee_benefit" | "employer_benefit";
            } | {
                /** @enum {unknown} */
                subtype?: "charitable_donation" | "garnishment_order" | "income_tax" | "other_deduction" | "union_dues" | "union_dues_post_tax" | null;
                /** @constant */
                type?: "deduction";
            } | {
                /** @enum {unknown} */
                subtype?: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic" | null;
                /** @constant */
                type?: "employee_benefit";
            } | {
                /** @enum {unknown} */
                subtype?: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided" | null;
                /** @constant */
                type?: "employer_benefit";
            })[];
            liability_accounting_code_id?: string | null;
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            remittance_account_id?: string | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
            work_assignment_id: string;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            /** @constant */
            frequency?: "per_month";
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        } | {
            /** @constant */
            amount_type: "fixed_per_hour";
            date_basis?: null;
            /** @enum {unknown} */
            frequency?: "once" | "per_payroll";
            pay_period_cadence?: null;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type: "percent";
            date_basis?: null;
            /** @enum {unknown} */
            frequency?: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        deduction_data: {
            amount: number;
            /** @enum {string} */
            amount_type: "fixed" | "fixed_per_hour" | "percent";
            business_preset: components["schemas"]["stub_business_preset"] | null;
            /** Format: date-time */
            created_at: string;
            date_basis: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            deduction_type: components["schemas"]["deduction_type"] | null;
            /** Format: date */
            effective_from: string;
            effective_to: string | null;
            expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            external_ref: string | null;
            /** @enum {string} */
            frequency: "once" | "per_month" | "per_payroll";
            /** @enum {string} */
            income_basis: "all_earnings" | "none" | "regular_earnings" | "total_income";
            income_exemption_amount: number | null;
            income_exemption_percent: number | null;
            income_includes: {
                subtype?: string | null;
                type: string;
            }[];
            /** @enum {string} */
            income_statutory_withholdings: "all" | "none";
            income_subtractions: {
                subtype?: string | null;
                type: string;
            }[];
            liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            pay_period_cadence: (number | -1 | unknown)[] | null;
            remittance_account: components["schemas"]["stub_remittance_account"] | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage"] | null;
            title: string | null;
            title_translated: string | null;
            title_translations: components["schemas"]["translations"] | null;
            /** Format: date-time */
            updated_at: string;
            work_assignment: components["schemas"]["stub_work_assignment"];
        };
        deduction_line_item: {
            data: components["schemas"]["deduction_line_item_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "deduction_line_item";
        };
        deduction_line_item_batch_change: {
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_expense_accounting_code_id?: string | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_given"] | null;
            /** @enum {string} */
            deduction_type?: "charitable_donation" | "garnishment_order" | "income_tax" | "other_deduction" | "union_dues" | "union_dues_post_tax";
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            id: string;
            liability_accounting_code_id?: string | null;
            remittance_account_id?: string | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        deduction_line_item_batch_delete: {
            id: string;
        }[];
        deduction_line_item_batch_upsert: (components["schemas"]["deduction_line_item_create"] | components["schemas"]["deduction_line_item_batch_change"])[];
        deduction_line_item_bulk_create: {
            data: components["schemas"]["deduction_line_item_bulk_create_data"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
        };
        deduction_line_item_bulk_create_data: {
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_expense_accounting_code_id?: string | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_given"] | null;
            /** @enum {string} */
            deduction_type: "charitable_donation" | "garnishment_order" | "income_tax" | "other_deduction" | "union_dues" | "union_dues_post_tax";
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            remittance_account_id?: string | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        deduction_line_item_bulk_create_scope: {
            data?: {
                [key: string]: unknown;
            };
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
        };
        deduction_line_item_bulk_delete: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_deduction_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_deduction_line_item_types"];
        };
        deduction_line_item_bulk_delete_scope: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data?: {
                [key: string]: unknown;
            };
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_deduction_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_deduction_line_item_types"];
        };
        deduction_line_item_bulk_update: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data: components["schemas"]["deduction_line_item_bulk_update_data"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_deduction_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_deduction_line_item_types"];
        };
        deduction_line_item_bulk_update_data: {
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_expense_accounting_code_id?: string | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_given"] | null;
            /** @enum {string} */
            deduction_type?: "charitable_donation" | "garnishment_order" | "income_tax" | "other_deduction" | "union_dues" | "union_dues_post_tax";
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            remittance_account_id?: string | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        deduction_line_item_bulk_update_scope: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data?: {
                [key: string]: unknown;
            };
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_deduction_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_deduction_line_item_types"];
        };
        deduction_line_item_create: {
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_expense_accounting_code_id?: string | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_given"] | null;
            /** @enum {string} */
            deduction_type: "charitable_donation" | "garnishment_order" | "income_tax" | "other_deduction" | "union_dues" | "union_dues_post_tax";
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            pay_stub_id: string;
            remittance_account_id?: string | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        deduction_line_item_data: {
            amount: number;
            business_preset: components["schemas"]["stub_business_preset"] | null;
            component_settings: components["schemas"]["component_settings"];
            /** Format: date-time */
            created_at: string;
            custom_amount: number | null;
            custom_expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            custom_liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount"] | null;
            deduction_type: components["schemas"]["deduction_type"] | null;
            expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            external_ref: string | null;
            is_managed: boolean;
            liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            /** @constant */
            line_item_type: "deduction";
            managed_amount: number | null;
            managed_expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            managed_liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            pay_stub: components["schemas"]["stub_pay_stub"];
            recurrence: components["schemas"]["stub_pay_rate_or_earning_or_allowance_or_deduction_or_employee_benefit_or_employer_benefit_or_reimbursement"] | null;
            remittance_account: components["schemas"]["stub_remittance_account"] | null;
            source_adjustment: components["schemas"]["stub_adjustment"] | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount"] | null;
            title: string | null;
            title_translated: string | null;
            title_translations: components["schemas"]["translations"] | null;
            /** Format: date-time */
            updated_at: string;
        };
        deduction_line_item_list: {
            data: components["schemas"]["deduction_line_item"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        deduction_line_item_records: {
            data: components["schemas"]["deduction_line_item"][];
            /** @constant */
            object: "list";
        };
        deduction_line_item_search: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_deduction_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_deduction_line_item_types"];
        };
        deduction_line_item_update: {
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_expense_accounting_code_id?: string | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_given"] | null;
            /** @enum {string} */
            deduction_type?: "charitable_donation" | "garnishment_order" | "income_tax" | "other_deduction" | "union_dues" | "union_dues_post_tax";
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            remittance_account_id?: string | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        deduction_list: {
            data: components["schemas"]["deduction"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        deduction_records: {
            data: components["schemas"]["deduction"][];
            /** @constant */
            object: "list";
        };
        deduction_search: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_deductions"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_deduction_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        deduction_type: {
            data: {
                features?: {
                    definitions: {
                        effects: ("withholding" | "reduces_base" | "tax_credit" | "accrues_vacation_pay" | "included_in_stat_holiday_pay")[];
                        help_text: string | null;
                        jurisdiction: string;
                        program_label: string | null;
                    }[];
                    label: string;
                    /** @enum {string} */
                    type: "income_tax" | "pensionable" | "insurable" | "wcb" | "eht" | "vacationable" | "stat_payable";
                }[];
                label: string;
                /** @enum {string} */
                locale: "en" | "fr";
                /** @enum {string} */
                type: "charitable_donation" | "garnishment_order" | "income_tax" | "other_deduction" | "union_dues" | "union_dues_post_tax";
            };
            /** @enum {string} */
            id: "charitable_donation" | "garnishment_order" | "income_tax" | "other_deduction" | "union_dues" | "union_dues_post_tax";
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "deduction_type";
        };
        deduction_type_list: {
            data: components["schemas"]["deduction_type"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        deduction_update: {
            amount?: number | string;
            /** @enum {string} */
            amount_type?: "fixed" | "fixed_per_hour" | "percent";
            business_preset_id?: string | null;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** @enum {string} */
            deduction_type?: "charitable_donation" | "garnishment_order" | "income_tax" | "other_deduction" | "union_dues" | "union_dues_post_tax";
            /** Format: date */
            effective_from?: string;
            effective_to?: string | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency?: "once" | "per_month" | "per_payroll";
            /** @enum {string} */
            income_basis?: "all_earnings" | "none" | "regular_earnings" | "total_income";
            income_exemption_amount?: (number | string) | null;
            income_exemption_percent?: (number | string) | null;
            income_includes?: ({
                subtype?: string | null;
                /** @enum {string} */
                type: "allowance" | "earning" | "reimbursement";
            } | {
                /** @enum {unknown} */
                subtype?: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance" | null;
                /** @constant */
                type?: "allowance";
            } | {
                /** @enum {unknown} */
                subtype?: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage" | null;
                /** @constant */
                type?: "earning";
            } | {
                /** @enum {unknown} */
                subtype?: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account" | null;
                /** @constant */
                type?: "reimbursement";
            })[];
            /** @enum {string} */
            income_statutory_withholdings?: "all" | "none";
            income_subtractions?: ({
                subtype?: string | null;
                /** @enum {string} */
                type: "deduction" | "employee_benefit" | "employer_benefit";
            } | {
                /** @enum {unknown} */
                subtype?: "charitable_donation" | "garnishment_order" | "income_tax" | "other_deduction" | "union_dues" | "union_dues_post_tax" | null;
                /** @constant */
                type?: "deduction";
            } | {
                /** @enum {unknown} */
                subtype?: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic" | null;
                /** @constant */
                type?: "employee_benefit";
            } | {
                /** @enum {unknown} */
                subtype?: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided" | null;
                /** @constant */
                type?: "employer_benefit";
            })[];
            liability_accounting_code_id?: string | null;
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            remittance_account_id?: string | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            /** @constant */
            frequency?: "per_month";
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        } | {
            /** @constant */
            amount_type: "fixed_per_hour";
            date_basis?: null;
            /** @enum {unknown} */
            frequency?: "once" | "per_payroll";
            pay_period_cadence?: null;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type: "percent";
            date_basis?: null;
            /** @enum {unknown} */
            frequency?: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        earning: {
            data: components["schemas"]["earning_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "earning";
        };
        earning_batch_change: {
            amount?: number | string;
            business_preset_id?: string | null;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** @enum {string} */
            earning_type?: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage";
            /** Format: date */
            effective_from?: string;
            effective_to?: string | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency?: "once" | "per_month" | "per_payroll";
            id: string;
            liability_accounting_code_id?: string | null;
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        } | {
            /** @constant */
            frequency?: "per_month";
        } | {
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        earning_batch_delete: {
            id: string;
        }[];
        earning_batch_upsert: (components["schemas"]["earning_create"] | components["schemas"]["earning_batch_change"])[];
        earning_bulk_create: {
            business_entity_id: string;
            data: components["schemas"]["earning_bulk_create_data"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        earning_bulk_create_data: {
            amount: number | string;
            business_preset_id?: string | null;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** @enum {string} */
            earning_type: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage";
            /** Format: date */
            effective_from: string;
            effective_to?: string | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency: "once" | "per_month" | "per_payroll";
            liability_accounting_code_id?: string | null;
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        } | {
            /** @constant */
            frequency?: "per_month";
        } | {
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        earning_bulk_create_scope: {
            business_entity_id: string;
            data?: {
                [key: string]: unknown;
            };
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        earning_bulk_delete: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_earnings"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_earning_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        earning_bulk_delete_scope: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data?: {
                [key: string]: unknown;
            };
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_earnings"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_earning_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        earning_bulk_update: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data: components["schemas"]["earning_bulk_update_data"];
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_earnings"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_earning_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        earning_bulk_update_data: {
            amount?: number | string;
            business_preset_id?: string | null;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** @enum {string} */
            earning_type?: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage";
            /** Format: date */
            effective_from?: string;
            effective_to?: string | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency?: "once" | "per_month" | "per_payroll";
            liability_accounting_code_id?: string | null;
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        } | {
            /** @constant */
            frequency?: "per_month";
        } | {
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        earning_bulk_update_scope: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data?: {
                [key: string]: unknown;
            };
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_earnings"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_earning_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        earning_create: {
            amount: number | string;
            business_preset_id?: string | null;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** @enum {string} */
            earning_type: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage";
            /** Format: date */
            effective_from: string;
            effective_to?: string | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency: "once" | "per_month" | "per_payroll";
            liability_accounting_code_id?: string | null;
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
            work_assignment_id: string;
        } | {
            /** @constant */
            frequency?: "per_month";
        } | {
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        earning_data: {
            amount: number;
            business_preset: components["schemas"]["stub_business_preset"] | null;
            /** Format: date-time */
            created_at: string;
            date_basis: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            earning_type: components["schemas"]["earning_type"] | null;
            /** Format: date */
            effective_from: string;
            effective_to: string | null;
            expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            external_ref: string | null;
            /** @enum {string} */
            frequency: "once" | "per_month" | "per_payroll";
            liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            pay_period_cadence: (number | -1 | unknown)[] | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage"] | null;
            title: string | null;
            title_translated: string | null;
            title_translations: components["schemas"]["translations"] | null;
            /** Format: date-time */
            updated_at: string;
            work_assignment: components["schemas"]["stub_work_assignment"];
        };
        earning_line_item: {
            data: components["schemas"]["earning_line_item_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "earning_line_item";
        };
        earning_line_item_batch_change: {
            accrued_vacation_pay?: (number | string) | null;
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_earned_on?: string | null;
            custom_expense_accounting_code_id?: string | null;
            custom_hours?: (number | string) | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_or_hours_given"] | null;
            /** @enum {string} */
            earning_type?: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage";
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            id: string;
            liability_accounting_code_id?: string | null;
            overtime_rate_id?: string | null;
            pay_rate_id?: string | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        earning_line_item_batch_delete: {
            id: string;
        }[];
        earning_line_item_batch_upsert: (components["schemas"]["earning_line_item_create"] | components["schemas"]["earning_line_item_batch_change"])[];
        earning_line_item_bulk_create: {
            data: components["schemas"]["earning_line_item_bulk_create_data"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
        };
        earning_line_item_bulk_create_data: {
            accrued_vacation_pay?: (number | string) | null;
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_earned_on?: string | null;
            custom_expense_accounting_code_id?: string | null;
            custom_hours?: (number | string) | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_or_hours_given"] | null;
            /** @enum {string} */
            earning_type: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage";
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            overtime_rate_id?: string | null;
            pay_rate_id?: string | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        earning_line_item_bulk_create_scope: {
            data?: {
                [key: string]: unknown;
            };
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
        };
        earning_line_item_bulk_delete: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_earning_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_earning_line_item_types"];
        };
        earning_line_item_bulk_delete_scope: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data?: {
                [key: string]: unknown;
            };
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_earning_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_earning_line_item_types"];
        };
        earning_line_item_bulk_update: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data: components["schemas"]["earning_line_item_bulk_update_data"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_earning_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_earning_line_item_types"];
        };
        earning_line_item_bulk_update_data: {
            accrued_vacation_pay?: (number | string) | null;
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_earned_on?: string | null;
            custom_expense_accounting_code_id?: string | null;
            custom_hours?: (number | string) | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_or_hours_given"] | null;
            /** @enum {string} */
            earning_type?: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage";
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            overtime_rate_id?: string | null;
            pay_rate_id?: string | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        earning_line_item_bulk_update_scope: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data?: {
                [key: string]: unknown;
            };
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_earning_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_earning_line_item_types"];
        };
        earning_line_item_create: {
            accrued_vacation_pay?: (number | string) | null;
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_earned_on?: string | null;
            custom_expense_accounting_code_id?: string | null;
            custom_hours?: (number | string) | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_or_hours_given"] | null;
            /** @enum {string} */
            earning_type: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage";
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            overtime_rate_id?: string | null;
            pay_rate_id?: string | null;
            pay_stub_id: string;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        earning_line_item_data: {
            accrued_vacation_pay: number;
            amount: number;
            business_preset: components["schemas"]["stub_business_preset"] | null;
            component_settings: components["schemas"]["component_settings"];
            /** Format: date-time */
            created_at: string;
            custom_amount: number | null;
            custom_earned_on: string | null;
            custom_expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            custom_hours: number | null;
            custom_liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_or_hours"] | null;
            earned_on: string | null;
            earning_type: components["schemas"]["earning_type"] | null;
            expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            external_ref: string | null;
            hours: number | null;
            is_managed: boolean;
            liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            /** @constant */
            line_item_type: "earning";
            managed_amount: number | null;
            managed_earned_on: string | null;
            managed_expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            managed_hours: number | null;
            managed_liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            overtime_rate: components["schemas"]["stub_overtime_rate"] | null;
            pay_rate: components["schemas"]["stub_pay_rate"] | null;
            pay_stub: components["schemas"]["stub_pay_stub"];
            recurrence: components["schemas"]["stub_pay_rate_or_earning_or_allowance_or_deduction_or_employee_benefit_or_employer_benefit_or_reimbursement"] | null;
            source_adjustment: components["schemas"]["stub_adjustment"] | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_or_hours"] | null;
            title: string | null;
            title_translated: string | null;
            title_translations: components["schemas"]["translations"] | null;
            /** Format: date-time */
            updated_at: string;
        };
        earning_line_item_list: {
            data: components["schemas"]["earning_line_item"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        earning_line_item_records: {
            data: components["schemas"]["earning_line_item"][];
            /** @constant */
            object: "list";
        };
        earning_line_item_search: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_earning_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_earning_line_item_types"];
        };
        earning_line_item_update: {
            accrued_vacation_pay?: (number | string) | null;
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_earned_on?: string | null;
            custom_expense_accounting_code_id?: string | null;
            custom_hours?: (number | string) | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_or_hours_given"] | null;
            /** @enum {string} */
            earning_type?: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage";
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            overtime_rate_id?: string | null;
            pay_rate_id?: string | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        earning_list: {
            data: components["schemas"]["earning"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        earning_records: {
            data: components["schemas"]["earning"][];
            /** @constant */
            object: "list";
        };
        earning_search: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_earnings"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_earning_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        earning_type: {
            data: {
                features?: {
                    definitions: {
                        effects: ("withholding" | "reduces_base" | "tax_credit" | "accrues_vacation_pay" | "included_in_stat_holiday_pay")[];
                        help_text: string | null;
                        jurisdiction: string;
                        program_label: string | null;
                    }[];
                    label: string;
                    /** @enum {string} */
                    type: "income_tax" | "pensionable" | "insurable" | "wcb" | "eht" | "vacationable" | "stat_payable";
                }[];
                label: string;
                /** @enum {string} */
                locale: "en" | "fr";
                supported_payroll_types: {
                    historical: boolean;
                    off_cycle: boolean;
                    regular: boolean;
                };
                /** @enum {string} */
                type: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage";
            };
            /** @enum {string} */
            id: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage";
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "earning_type";
        };
        earning_type_list: {
            data: components["schemas"]["earning_type"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        earning_update: {
            amount?: number | string;
            business_preset_id?: string | null;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** @enum {string} */
            earning_type?: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage";
            /** Format: date */
            effective_from?: string;
            effective_to?: string | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency?: "once" | "per_month" | "per_payroll";
            liability_accounting_code_id?: string | null;
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        } | {
            /** @constant */
            frequency?: "per_month";
        } | {
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        effective_tax_property: {
            data: {
                source_tax_property: components["schemas"]["stub_tax_property"] | null;
                /** @enum {string} */
                type: "ca::province_of_employment" | "ca::province_of_work" | "ca::tax_id" | "ca::qc::tax_id" | "ca::federal_oc_surtax_exempt" | "ca::on::eht" | "ca::mb::eht" | "ca::nl::eht" | "ca::bc::eht" | "ca::qc::eht" | "ca::qc::health_services_fund" | "ca::qc::workforce_skills_fund" | "ca::income_tax_method" | "ca::rounding_mode" | "ca::bonus_tax_basis" | "ca::qc::income_tax_method" | "ca::qc::bonus_tax_method" | "ca::payee" | "ca::non_resident" | "ca::pensionable_months" | "ca::federal_tax_exempt" | "ca::provincial_tax_exempt" | "ca::cpp_exempt" | "ca::ei_exempt" | "ca::qc::qpp_exempt" | "ca::qc::qpip_exempt" | "ca::nt::territorial_payroll_tax" | "ca::nu::territorial_payroll_tax" | "ca::federal::additional_tax" | "ca::federal::claim_amount" | "ca::federal::claim_amount_not_indexed" | "ca::federal::total_income_less_than_total_claim_amount" | "ca::federal::annual_deduction_at_source" | "ca::federal::annual_credit_at_source" | "ca::federal::northern_deduction" | "ca::federal::alimony" | "ca::federal::labour_sponsored_shares" | "ca::federal::commission" | "ca::federal::claim_code" | "ca::qc::commission" | "ca::qc::fhsa" | "ca::qc::form_deductions" | "ca::qc::annual_deduction_at_source" | "ca::ab::annual_credit_at_source" | "ca::bc::annual_credit_at_source" | "ca::mb::annual_credit_at_source" | "ca::nb::annual_credit_at_source" | "ca::nl::annual_credit_at_source" | "ca::ns::annual_credit_at_source" | "ca::nt::annual_credit_at_source" | "ca::nu::annual_credit_at_source" | "ca::on::annual_credit_at_source" | "ca::pe::annual_credit_at_source" | "ca::qc::annual_credit_at_source" | "ca::sk::annual_credit_at_source" | "ca::yt::annual_credit_at_source" | "ca::ab::claim_code" | "ca::bc::claim_code" | "ca::mb::claim_code" | "ca::nb::claim_code" | "ca::nl::claim_code" | "ca::ns::claim_code" | "ca::nt::claim_code" | "ca::nu::claim_code" | "ca::on::claim_code" | "ca::pe::claim_code" | "ca::sk::claim_code" | "ca::yt::claim_code" | "ca::mb::labour_sponsored_shares" | "ca::nb::labour_sponsored_shares" | "ca::ns::labour_sponsored_shares" | "ca::sk::labour_sponsored_shares" | "ca::statutory_holiday_pay" | "ca::first_nation_exemptions" | "ca::ab::workers_compensation_class" | "ca::bc::workers_compensation_class" | "ca::mb::workers_compensation_class" | "ca::nb::workers_compensation_class" | "ca::nl::workers_compensation_class" | "ca::ns::workers_compensation_class" | "ca::nt::workers_compensation_class" | "ca::nu::workers_compensation_class" | "ca::on::workers_compensation_class" | "ca::pe::workers_compensation_class" | "ca::qc::workers_compensation_class" | "ca::sk::workers_compensation_class" | "ca::yt::workers_compensation_class" | "ca::ab::claim_amount" | "ca::bc::claim_amount" | "ca::mb::claim_amount" | "ca::nb::claim_amount" | "ca::nl::claim_amount" | "ca::ns::claim_amount" | "ca::nt::claim_amount" | "ca::nu::claim_amount" | "ca::on::claim_amount" | "ca::pe::claim_amount" | "ca::qc::claim_amount" | "ca::sk::claim_amount" | "ca::yt::claim_amount" | "ca::ab::claim_amount_not_indexed" | "ca::bc::claim_amount_not_indexed" | "ca::mb::claim_amount_not_indexed" | "ca::nb::claim_amount_not_indexed" | "ca::nl::claim_amount_not_indexed" | "ca::ns::claim_amount_not_indexed" | "ca::nt::claim_amount_not_indexed" | "ca::nu::claim_amount_not_indexed" | "ca::pe::claim_amount_not_indexed" | "ca::qc::claim_amount_not_indexed" | "ca::sk::claim_amount_not_indexed" | "ca::yt::claim_amount_not_indexed" | "ca::ab::total_income_less_than_total_claim_amount" | "ca::bc::total_income_less_than_total_claim_amount" | "ca::mb::total_income_less_than_total_claim_amount" | "ca::nb::total_income_less_than_total_claim_amount" | "ca::nl::total_income_less_than_total_claim_amount" | "ca::ns::total_income_less_than_total_claim_amount" | "ca::nt::total_income_less_than_total_claim_amount" | "ca::nu::total_income_less_than_total_claim_amount" | "ca::pe::total_income_less_than_total_claim_amount" | "ca::sk::total_income_less_than_total_claim_amount" | "ca::yt::total_income_less_than_total_claim_amount" | "ca::on::dependent_children_credit" | "ca::on::impaired_dependants_credit" | "ca::qc::additional_tax" | "ca::ei_premium_reduction";
                value: (string | boolean | number | {
                    [key: string]: unknown;
                }) | null;
            };
            /** @constant */
            object: "effective_tax_property";
        };
        effective_tax_property_list: {
            data: components["schemas"]["effective_tax_property"][];
            /** @constant */
            object: "list";
        };
        embedded_list: {
            data: components["schemas"]["any_record"][];
            /** @constant */
            object: "list";
        };
        employee: {
            data: components["schemas"]["employee_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "employee";
        };
        employee_batch_change: {
            address_line_1?: string | null;
            address_line_2?: string | null;
            archived_at?: string | null;
            city?: string | null;
            country_code?: string | null;
            date_of_birth?: string | null;
            employee_number?: string | null;
            external_ref?: string | null;
            first_name?: string;
            id: string;
            last_name?: string;
            middle_initial?: string | null;
            personal_email?: string | null;
            postal_code?: string | null;
            preferred_locale?: ("en" | "fr") | null;
            province_code?: string | null;
            sin?: string | null;
            work_email?: string | null;
        };
        employee_batch_upsert: (components["schemas"]["employee_create"] | components["schemas"]["employee_batch_change"])[];
        employee_benefit: {
            data: components["schemas"]["employee_benefit_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "employee_benefit";
        };
        employee_benefit_batch_change: {
            amount?: number | string;
            /** @enum {string} */
            amount_type?: "fixed" | "percent";
            apply_sales_tax?: boolean;
            business_preset_id?: string | null;
            coverage_multiplier?: number | string;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from?: string;
            effective_to?: string | null;
            /** @enum {string} */
            employee_benefit_type?: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic";
            employer_benefit_id?: string | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency?: "once" | "per_month" | "per_payroll";
            id: string;
            /** @enum {string} */
            income_basis?: "all_earnings" | "none" | "regular_earnings" | "total_income";
            income_includes?: ({
                subtype?: string | null;
                /** @enum {string} */
                type: "allowance" | "earning" | "reimbursement";
            } | {
                /** @enum {unknown} */
                subtype?: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance" | null;
                /** @constant */
                type?: "allowance";
            } | {
                /** @enum {unknown} */
                subtype?: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage" | null;
                /** @constant */
                type?: "earning";
            } | {
                /** @enum {unknown} */
                subtype?: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account" | null;
                /** @constant */
                type?: "reimbursement";
            })[];
            liability_accounting_code_id?: string | null;
            max_annual_contribution?: (number | string) | null;
            /** @enum {string} */
            max_annual_contribution_basis?: "all_line_items_of_type" | "this_benefit";
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            remittance_account_id?: string | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            /** @constant */
            frequency?: "per_month";
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type: "percent";
            date_basis?: null;
            /** @enum {unknown} */
            frequency?: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        employee_benefit_batch_delete: {
            id: string;
        }[];
        employee_benefit_batch_upsert: (components["schemas"]["employee_benefit_create"] | components["schemas"]["employee_benefit_batch_change"])[];
        employee_benefit_bulk_create: {
            business_entity_id: string;
            data: components["schemas"]["employee_benefit_bulk_create_data"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        employee_benefit_bulk_create_data: {
            amount: number | string;
            /** @enum {string} */
            amount_type?: "fixed" | "percent";
            apply_sales_tax?: boolean;
            business_preset_id?: string | null;
            coverage_multiplier?: number | string;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from: string;
            effective_to?: string | null;
            /** @enum {string} */
            employee_benefit_type: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic";
            employer_benefit_id?: string | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency: "once" | "per_month" | "per_payroll";
            /** @enum {string} */
            income_basis?: "all_earnings" | "none" | "regular_earnings" | "total_income";
            income_includes?: ({
                subtype?: string | null;
                /** @enum {string} */
                type: "allowance" | "earning" | "reimbursement";
            } | {
                /** @enum {unknown} */
                subtype?: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance" | null;
                /** @constant */
                type?: "allowance";
            } | {
                /** @enum {unknown} */
                subtype?: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage" | null;
                /** @constant */
                type?: "earning";
            } | {
                /** @enum {unknown} */
                subtype?: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account" | null;
                /** @constant */
                type?: "reimbursement";
            })[];
            liability_accounting_code_id?: string | null;
            max_annual_contribution?: (number | string) | null;
            /** @enum {string} */
            max_annual_contribution_basis?: "all_line_items_of_type" | "this_benefit";
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            remittance_account_id?: string | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            /** @constant */
            frequency?: "per_month";
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type: "percent";
            date_basis?: null;
            /** @enum {unknown} */
            frequency?: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        employee_benefit_bulk_create_scope: {
            business_entity_id: string;
            data?: {
                [key: string]: unknown;
            };
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        employee_benefit_bulk_delete: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_employee_benefits"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_employee_benefit_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        employee_benefit_bulk_delete_scope: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data?: {
                [key: string]: unknown;
            };
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_employee_benefits"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_employee_benefit_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        employee_benefit_bulk_update: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data: components["schemas"]["employee_benefit_bulk_update_data"];
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_employee_benefits"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_employee_benefit_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        employee_benefit_bulk_update_data: {
            amount?: number | string;
            /** @enum {string} */
            amount_type?: "fixed" | "percent";
            apply_sales_tax?: boolean;
            business_preset_id?: string | null;
            coverage_multiplier?: number | string;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from?: string;
            effective_to?: string | null;
            /** @enum {string} */
            employee_benefit_type?: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic";
            employer_benefit_id?: string | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency?: "once" | "per_month" | "per_payroll";
            /** @enum {string} */
            income_basis?: "all_earnings" | "none" | "regular_earnings" | "total_income";
            income_includes?: ({
                subtype?: string | null;
                /** @enum {string} */
                type: "allowance" | "earning" | "reimbursement";
            } | {
                /** @enum {unknown} */
                subtype?: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance" | null;
                /** @constant */
                type?: "allowance";
            } | {
                /** @enum {unknown} */
                subtype?: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage" | null;
                /** @constant */
                type?: "earning";
            } | {
                /** @enum {unknown} */
                subtype?: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account" | null;
                /** @constant */
                type?: "reimbursement";
            })[];
            liability_accounting_code_id?: string | null;
            max_annual_contribution?: (number | string) | null;
            /** @enum {string} */
            max_annual_contribution_basis?: "all_line_items_of_type" | "this_benefit";
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            remittance_account_id?: string | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            /** @constant */
            frequency?: "per_month";
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type: "percent";
            date_basis?: null;
            /** @enum {unknown} */
            frequency?: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        employee_benefit_bulk_update_scope: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data?: {
                [key: string]: unknown;
            };
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_employee_benefits"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_employee_benefit_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        employee_benefit_create: {
            amount: number | string;
            /** @enum {string} */
            amount_type?: "fixed" | "percent";
            apply_sales_tax?: boolean;
            business_preset_id?: string | null;
            coverage_multiplier?: number | string;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from: string;
            effective_to?: string | null;
            /** @enum {string} */
            employee_benefit_type: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic";
            employer_benefit_id?: string | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency: "once" | "per_month" | "per_payroll";
            /** @enum {string} */
            income_basis?: "all_earnings" | "none" | "regular_earnings" | "total_income";
            income_includes?: ({
                subtype?: string | null;
                /** @enum {string} */
                type: "allowance" | "earning" | "reimbursement";
            } | {
                /** @enum {unknown} */
                subtype?: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance" | null;
                /** @constant */
                type?: "allowance";
            } | {
                /** @enum {unknown} */
                subtype?: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage" | null;
                /** @constant */
                type?: "earning";
            } | {
                /** @enum {unknown} */
                subtype?: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account" | null;
                /** @constant */
                type?: "reimbursement";
            })[];
            liability_accounting_code_id?: string | null;
            max_annual_contribution?: (number | string) | null;
            /** @enum {string} */
            max_annual_contribution_basis?: "all_line_items_of_type" | "this_benefit";
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            remittance_account_id?: string | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
            work_assignment_id: string;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            /** @constant */
            frequency?: "per_month";
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type: "percent";
            date_basis?: null;
            /** @enum {unknown} */
            frequency?: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        /** @deprecated */
        employee_benefit_create_deprecated: {
            amount?: (number | string) | null;
            apply_sales_tax?: boolean;
            business_preset_id?: string | null;
            coverage_multiplier?: number | string;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from: string;
            effective_to?: string | null;
            /** @enum {string} */
            employee_benefit_type?: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic";
            employer_benefit_id?: string | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency: "once" | "per_month" | "per_payroll";
            /** @enum {string} */
            income_basis?: "all_earnings" | "none" | "regular_earnings" | "total_income";
            income_includes?: ({
                subtype?: string | null;
                /** @enum {string} */
                type: "allowance" | "earning" | "reimbursement";
            } | {
                /** @enum {unknown} */
                subtype?: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance" | null;
                /** @constant */
                type?: "allowance";
            } | {
                /** @enum {unknown} */
                subtype?: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage" | null;
                /** @constant */
                type?: "earning";
            } | {
                /** @enum {unknown} */
                subtype?: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account" | null;
                /** @constant */
                type?: "reimbursement";
            })[];
            liability_accounting_code_id?: string | null;
            max_annual_contribution?: (number | string) | null;
            /** @enum {string} */
            max_annual_contribution_basis?: "all_line_items_of_type" | "this_benefit";
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            percent?: (number | string) | null;
            remittance_account_id?: string | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
            work_assignment_id: string;
        };
        employee_benefit_data: {
            amount: number | null;
            /** @enum {string} */
            amount_type: "fixed" | "percent";
            apply_sales_tax: boolean;
            business_preset: components["schemas"]["stub_business_preset"] | null;
            coverage_multiplier: number;
            /** Format: date-time */
            created_at: string;
            date_basis: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from: string;
            effective_to: string | null;
            employee_benefit_type: components["schemas"]["employee_benefit_type"] | null;
            employer_benefit: components["schemas"]["stub_employer_benefit"] | null;
            expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            external_ref: string | null;
            /** @enum {string} */
            frequency: "once" | "per_month" | "per_payroll";
            /** @enum {string} */
            income_basis: "all_earnings" | "none" | "regular_earnings" | "total_income";
            income_includes: {
                subtype?: string | null;
                type: string;
            }[];
            liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            max_annual_contribution: number | null;
            /** @enum {string} */
            max_annual_contribution_basis: "all_line_items_of_type" | "this_benefit";
            pay_period_cadence: (number | -1 | unknown)[] | null;
            /** @deprecated */
            percent?: number | null;
            remittance_account: components["schemas"]["stub_remittance_account"] | null;
            remittance_account_id: string | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage"] | null;
            title: string | null;
            title_translated: string | null;
            title_translations: components["schemas"]["translations"] | null;
            /** Format: date-time */
            updated_at: string;
            work_assignment: components["schemas"]["stub_work_assignment"];
        };
        employee_benefit_line_item: {
            data: components["schemas"]["employee_benefit_line_item_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "employee_benefit_line_item";
        };
        employee_benefit_line_item_batch_change: {
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_expense_accounting_code_id?: string | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_given"] | null;
            /** @enum {string} */
            employee_benefit_type?: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic";
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            id: string;
            liability_accounting_code_id?: string | null;
            remittance_account_id?: string | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        employee_benefit_line_item_batch_delete: {
            id: string;
        }[];
        employee_benefit_line_item_batch_upsert: (components["schemas"]["employee_benefit_line_item_create"] | components["schemas"]["employee_benefit_line_item_batch_change"])[];
        employee_benefit_line_item_bulk_create: {
            data: components["schemas"]["employee_benefit_line_item_bulk_create_data"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
        };
        employee_benefit_line_item_bulk_create_data: {
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_expense_accounting_code_id?: string | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_given"] | null;
            /** @enum {string} */
            employee_benefit_type: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic";
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            remittance_account_id?: string | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        employee_benefit_line_item_bulk_create_scope: {
            data?: {
                [key: string]: unknown;
            };
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
        };
        employee_benefit_line_item_bulk_delete: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_employee_benefit_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_employee_benefit_line_item_types"];
        };
        employee_benefit_line_item_bulk_delete_scope: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data?: {
                [key: string]: unknown;
            };
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_employee_benefit_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_employee_benefit_line_item_types"];
        };
        employee_benefit_line_item_bulk_update: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data: components["schemas"]["employee_benefit_line_item_bulk_update_data"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_employee_benefit_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_employee_benefit_line_item_types"];
        };
        employee_benefit_line_item_bulk_update_data: {
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_expense_accounting_code_id?: string | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_given"] | null;
            /** @enum {string} */
            employee_benefit_type?: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic";
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            remittance_account_id?: string | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        employee_benefit_line_item_bulk_update_scope: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data?: {
                [key: string]: unknown;
            };
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_employee_benefit_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_employee_benefit_line_item_types"];
        };
        employee_benefit_line_item_create: {
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_expense_accounting_code_id?: string | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_given"] | null;
            /** @enum {string} */
            employee_benefit_type: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic";
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            pay_stub_id: string;
            remittance_account_id?: string | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        employee_benefit_line_item_data: {
            amount: number;
            business_preset: components["schemas"]["stub_business_preset"] | null;
            component_settings: components["schemas"]["component_settings"];
            /** Format: date-time */
            created_at: string;
            custom_amount: number | null;
            custom_expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            custom_liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount"] | null;
            employee_benefit_type: components["schemas"]["employee_benefit_type"] | null;
            expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            external_ref: string | null;
            is_managed: boolean;
            liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            /** @constant */
            line_item_type: "employee_benefit";
            managed_amount: number | null;
            managed_expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            managed_liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            pay_stub: components["schemas"]["stub_pay_stub"];
            recurrence: components["schemas"]["stub_pay_rate_or_earning_or_allowance_or_deduction_or_employee_benefit_or_employer_benefit_or_reimbursement"] | null;
            remittance_account: components["schemas"]["stub_remittance_account"] | null;
            remittance_account_id: string | null;
            source_adjustment: components["schemas"]["stub_adjustment"] | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount"] | null;
            title: string | null;
            title_translated: string | null;
            title_translations: components["schemas"]["translations"] | null;
            /** Format: date-time */
            updated_at: string;
        };
        employee_benefit_line_item_list: {
            data: components["schemas"]["employee_benefit_line_item"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        employee_benefit_line_item_records: {
            data: components["schemas"]["employee_benefit_line_item"][];
            /** @constant */
            object: "list";
        };
        employee_benefit_line_item_search: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_employee_benefit_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_employee_benefit_line_item_types"];
        };
        employee_benefit_line_item_update: {
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_expense_accounting_code_id?: string | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_given"] | null;
            /** @enum {string} */
            employee_benefit_type?: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic";
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            remittance_account_id?: string | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        employee_benefit_list: {
            data: components["schemas"]["employee_benefit"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        employee_benefit_records: {
            data: components["schemas"]["employee_benefit"][];
            /** @constant */
            object: "list";
        };
        employee_benefit_search: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_employee_benefits"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_employee_benefit_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        employee_benefit_type: {
            data: {
                features?: {
                    definitions: {
                        effects: ("withholding" | "reduces_base" | "tax_credit" | "accrues_vacation_pay" | "included_in_stat_holiday_pay")[];
                        help_text: string | null;
                        jurisdiction: string;
                        program_label: string | null;
                    }[];
                    label: string;
                    /** @enum {string} */
                    type: "income_tax" | "pensionable" | "insurable" | "wcb" | "eht" | "vacationable" | "stat_payable";
                }[];
                label: string;
                /** @enum {string} */
                locale: "en" | "fr";
                /** @enum {string} */
                type: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic";
            };
            /** @enum {string} */
            id: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic";
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "employee_benefit_type";
        };
        employee_benefit_type_list: {
            data: components["schemas"]["employee_benefit_type"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        employee_benefit_update: {
            amount?: number | string;
            /** @enum {string} */
            amount_type?: "fixed" | "percent";
            apply_sales_tax?: boolean;
            business_preset_id?: string | null;
            coverage_multiplier?: number | string;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from?: string;
            effective_to?: string | null;
            /** @enum {string} */
            employee_benefit_type?: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic";
            employer_benefit_id?: string | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency?: "once" | "per_month" | "per_payroll";
            /** @enum {string} */
            income_basis?: "all_earnings" | "none" | "regular_earnings" | "total_income";
            income_includes?: ({
                subtype?: string | null;
                /** @enum {string} */
                type: "allowance" | "earning" | "reimbursement";
            } | {
                /** @enum {unknown} */
                subtype?: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance" | null;
                /** @constant */
                type?: "allowance";
            } | {
                /** @enum {unknown} */
                subtype?: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage" | null;
                /** @constant */
                type?: "earning";
            } | {
                /** @enum {unknown} */
                subtype?: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account" | null;
                /** @constant */
                type?: "reimbursement";
            })[];
            liability_accounting_code_id?: string | null;
            max_annual_contribution?: (number | string) | null;
            /** @enum {string} */
            max_annual_contribution_basis?: "all_line_items_of_type" | "this_benefit";
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            remittance_account_id?: string | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            /** @constant */
            frequency?: "per_month";
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type: "percent";
            date_basis?: null;
            /** @enum {unknown} */
            frequency?: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        /** @deprecated */
        employee_benefit_update_deprecated: {
            amount?: (number | string) | null;
            apply_sales_tax?: boolean;
            business_preset_id?: string | null;
            coverage_multiplier?: number | string;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from?: string;
            effective_to?: string | null;
            /** @enum {string} */
            employee_benefit_type?: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic";
            employer_benefit_id?: string | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency?: "once" | "per_month" | "per_payroll";
            /** @enum {string} */
            income_basis?: "all_earnings" | "none" | "regular_earnings" | "total_income";
            income_includes?: ({
                subtype?: string | null;
                /** @enum {string} */
                type: "allowance" | "earning" | "reimbursement";
            } | {
                /** @enum {unknown} */
                subtype?: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance" | null;
                /** @constant */
                type?: "allowance";
            } | {
                /** @enum {unknown} */
                subtype?: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage" | null;
                /** @constant */
                type?: "earning";
            } | {
                /** @enum {unknown} */
                subtype?: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account" | null;
                /** @constant */
                type?: "reimbursement";
            })[];
            liability_accounting_code_id?: string | null;
            max_annual_contribution?: (number | string) | null;
            /** @enum {string} */
            max_annual_contribution_basis?: "all_line_items_of_type" | "this_benefit";
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            percent?: (number | string) | null;
            remittance_account_id?: string | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        employee_create: {
            address_line_1?: string | null;
            address_line_2?: string | null;
            city?: string | null;
            country_code?: string | null;
            date_of_birth?: string | null;
            employee_number?: string | null;
            external_ref?: string | null;
            first_name: string;
            last_name: string;
            middle_initial?: string | null;
            personal_email?: string | null;
            postal_code?: string | null;
            preferred_locale?: ("en" | "fr") | null;
            province_code?: string | null;
            sin?: string | null;
            work_email?: string | null;
        };
        employee_data: {
            address_line_1: string | null;
            address_line_2: string | null;
            archived_at: string | null;
            city: string | null;
            company: components["schemas"]["stub_company"];
            country_code: string | null;
            /** Format: date-time */
            created_at: string;
            date_of_birth: string | null;
            employee_number: string | null;
            external_ref: string | null;
            first_name: string;
            last_name: string;
            middle_initial: string | null;
            personal_email: string | null;
            postal_code: string | null;
            preferred_locale: ("en" | "fr") | null;
            province_code: string | null;
            sin: string | null;
            sin_last_3: string | null;
            /** Format: date-time */
            updated_at: string;
            warnings: components["schemas"]["warnings"];
            work_assignments?: components["schemas"]["embedded_list"];
            work_email: string | null;
        };
        employee_list: {
            data: components["schemas"]["employee"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        employee_update: {
            address_line_1?: string | null;
            address_line_2?: string | null;
            archived_at?: string | null;
            city?: string | null;
            country_code?: string | null;
            date_of_birth?: string | null;
            employee_number?: string | null;
            external_ref?: string | null;
            first_name?: string;
            last_name?: string;
            middle_initial?: string | null;
            personal_email?: string | null;
            postal_code?: string | null;
            preferred_locale?: ("en" | "fr") | null;
            province_code?: string | null;
            sin?: string | null;
            work_email?: string | null;
        };
        employer_benefit: {
            data: components["schemas"]["employer_benefit_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "employer_benefit";
        };
        employer_benefit_batch_change: {
            amount?: number | string;
            /** @enum {string} */
            amount_type?: "fixed" | "percent";
            apply_sales_tax?: boolean;
            business_preset_id?: string | null;
            coverage_multiplier?: number | string;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from?: string;
            effective_to?: string | null;
            employee_benefit_id?: string | null;
            /** @enum {string} */
            employer_benefit_type?: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided";
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency?: "once" | "per_month" | "per_payroll";
            id: string;
            /** @enum {string} */
            income_basis?: "all_earnings" | "none" | "regular_earnings" | "total_income";
            income_includes?: ({
                subtype?: string | null;
                /** @enum {string} */
                type: "allowance" | "earning" | "reimbursement";
            } | {
                /** @enum {unknown} */
                subtype?: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance" | null;
                /** @constant */
                type?: "allowance";
            } | {
                /** @enum {unknown} */
                subtype?: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage" | null;
                /** @constant */
                type?: "earning";
            } | {
                /** @enum {unknown} */
                subtype?: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account" | null;
                /** @constant */
                type?: "reimbursement";
            })[];
            liability_accounting_code_id?: string | null;
            max_annual_contribution?: (number | string) | null;
            /** @enum {string} */
            max_annual_contribution_basis?: "all_line_items_of_type" | "this_benefit";
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            remittance_account_id?: string | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            /** @constant */
            frequency?: "per_month";
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type: "percent";
            date_basis?: null;
            /** @enum {unknown} */
            frequency?: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        employer_benefit_batch_delete: {
            id: string;
        }[];
        employer_benefit_batch_upsert: (components["schemas"]["employer_benefit_create"] | components["schemas"]["employer_benefit_batch_change"])[];
        employer_benefit_bulk_create: {
            business_entity_id: string;
            data: components["schemas"]["employer_benefit_bulk_create_data"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        employer_benefit_bulk_create_data: {
            amount: number | string;
            /** @enum {string} */
            amount_type?: "fixed" | "percent";
            apply_sales_tax?: boolean;
            business_preset_id?: string | null;
            coverage_multiplier?: number | string;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from: string;
            effective_to?: string | null;
            employee_benefit_id?: string | null;
            /** @enum {string} */
            employer_benefit_type: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided";
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency: "once" | "per_month" | "per_payroll";
            /** @enum {string} */
            income_basis?: "all_earnings" | "none" | "regular_earnings" | "total_income";
            income_includes?: ({
                subtype?: string | null;
                /** @enum {string} */
                type: "allowance" | "earning" | "reimbursement";
            } | {
                /** @enum {unknown} */
                subtype?: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance" | null;
                /** @constant */
                type?: "allowance";
            } | {
                /** @enum {unknown} */
                subtype?: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage" | null;
                /** @constant */
                type?: "earning";
            } | {
                /** @enum {unknown} */
                subtype?: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account" | null;
                /** @constant */
                type?: "reimbursement";
            })[];
            liability_accounting_code_id?: string | null;
            max_annual_contribution?: (number | string) | null;
            /** @enum {string} */
            max_annual_contribution_basis?: "all_line_items_of_type" | "this_benefit";
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            remittance_account_id?: string | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            /** @constant */
            frequency?: "per_month";
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type: "percent";
            date_basis?: null;
            /** @enum {unknown} */
            frequency?: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        employer_benefit_bulk_create_scope: {
            business_entity_id: string;
            data?: {
                [key: string]: unknown;
            };
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        employer_benefit_bulk_delete: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_employer_benefits"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_employer_benefit_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        employer_benefit_bulk_delete_scope: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data?: {
                [key: string]: unknown;
            };
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_employer_benefits"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_employer_benefit_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        employer_benefit_bulk_update: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data: components["schemas"]["employer_benefit_bulk_update_data"];
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_employer_benefits"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_employer_benefit_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        employer_benefit_bulk_update_data: {
            amount?: number | string;
            /** @enum {string} */
            amount_type?: "fixed" | "percent";
            apply_sales_tax?: boolean;
            business_preset_id?: string | null;
            coverage_multiplier?: number | string;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from?: string;
            effective_to?: string | null;
            employee_benefit_id?: string | null;
            /** @enum {string} */
            employer_benefit_type?: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided";
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency?: "once" | "per_month" | "per_payroll";
            /** @enum {string} */
            income_basis?: "all_earnings" | "none" | "regular_earnings" | "total_income";
            income_includes?: ({
                subtype?: string | null;
                /** @enum {string} */
                type: "allowance" | "earning" | "reimbursement";
            } | {
                /** @enum {unknown} */
                subtype?: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance" | null;
                /** @constant */
                type?: "allowance";
            } | {
                /** @enum {unknown} */
                subtype?: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage" | null;
                /** @constant */
                type?: "earning";
            } | {
                /** @enum {unknown} */
                subtype?: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account" | null;
                /** @constant */
                type?: "reimbursement";
            })[];
            liability_accounting_code_id?: string | null;
            max_annual_contribution?: (number | string) | null;
            /** @enum {string} */
            max_annual_contribution_basis?: "all_line_items_of_type" | "this_benefit";
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            remittance_account_id?: string | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            /** @constant */
            frequency?: "per_month";
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type: "percent";
            date_basis?: null;
            /** @enum {unknown} */
            frequency?: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        employer_benefit_bulk_update_scope: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data?: {
                [key: string]: unknown;
            };
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_employer_benefits"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_employer_benefit_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        employer_benefit_create: {
            amount: number | string;
            /** @enum {string} */
            amount_type?: "fixed" | "percent";
            apply_sales_tax?: boolean;
            business_preset_id?: string | null;
            coverage_multiplier?: number | string;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from: string;
            effective_to?: string | null;
            employee_benefit_id?: string | null;
            /** @enum {string} */
            employer_benefit_type: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided";
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency: "once" | "per_month" | "per_payroll";
            /** @enum {string} */
            income_basis?: "all_earnings" | "none" | "regular_earnings" | "total_income";
            income_includes?: ({
                subtype?: string | null;
                /** @enum {string} */
                type: "allowance" | "earning" | "reimbursement";
            } | {
                /** @enum {unknown} */
                subtype?: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance" | null;
                /** @constant */
                type?: "allowance";
            } | {
                /** @enum {unknown} */
                subtype?: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage" | null;
                /** @constant */
                type?: "earning";
            } | {
                /** @enum {unknown} */
                subtype?: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account" | null;
                /** @constant */
                type?: "reimbursement";
            })[];
            liability_accounting_code_id?: string | null;
            max_annual_contribution?: (number | string) | null;
            /** @enum {string} */
            max_annual_contribution_basis?: "all_line_items_of_type" | "this_benefit";
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            remittance_account_id?: string | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
            work_assignment_id: string;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            /** @constant */
            frequency?: "per_month";
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type: "percent";
            date_basis?: null;
            /** @enum {unknown} */
            frequency?: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        /** @deprecated */
        employer_benefit_create_deprecated: {
            amount?: (number | string) | null;
            apply_sales_tax?: boolean;
            business_preset_id?: string | null;
            coverage_multiplier?: number | string;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from: string;
            effective_to?: string | null;
            employee_benefit_id?: string | null;
            /** @enum {string} */
            employer_benefit_type?: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided";
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency: "once" | "per_month" | "per_payroll";
            /** @enum {string} */
            income_basis?: "all_earnings" | "none" | "regular_earnings" | "total_income";
            income_includes?: ({
                subtype?: string | null;
                /** @enum {string} */
                type: "allowance" | "earning" | "reimbursement";
            } | {
                /** @enum {unknown} */
                subtype?: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance" | null;
                /** @constant */
                type?: "allowance";
            } | {
                /** @enum {unknown} */
                subtype?: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage" | null;
                /** @constant */
                type?: "earning";
            } | {
                /** @enum {unknown} */
                subtype?: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account" | null;
                /** @constant */
                type?: "reimbursement";
            })[];
            liability_accounting_code_id?: string | null;
            max_annual_contribution?: (number | string) | null;
            /** @enum {string} */
            max_annual_contribution_basis?: "all_line_items_of_type" | "this_benefit";
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            percent?: (number | string) | null;
            remittance_account_id?: string | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
            work_assignment_id: string;
        };
        employer_benefit_data: {
            amount: number | null;
            /** @enum {string} */
            amount_type: "fixed" | "percent";
            apply_sales_tax: boolean;
            business_preset: components["schemas"]["stub_business_preset"] | null;
            coverage_multiplier: number;
            /** Format: date-time */
            created_at: string;
            date_basis: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from: string;
            effective_to: string | null;
            employee_benefit: components["schemas"]["stub_employee_benefit"] | null;
            employer_benefit_type: components["schemas"]["employer_benefit_type"] | null;
            expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            external_ref: string | null;
            /** @enum {string} */
            frequency: "once" | "per_month" | "per_payroll";
            /** @enum {string} */
            income_basis: "all_earnings" | "none" | "regular_earnings" | "total_income";
            income_includes: {
                subtype?: string | null;
                type: string;
            }[];
            liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            max_annual_contribution: number | null;
            /** @enum {string} */
            max_annual_contribution_basis: "all_line_items_of_type" | "this_benefit";
            pay_period_cadence: (number | -1 | unknown)[] | null;
            /** @deprecated */
            percent?: number | null;
            remittance_account: components["schemas"]["stub_remittance_account"] | null;
            remittance_account_id: string | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage"] | null;
            title: string | null;
            title_translated: string | null;
            title_translations: components["schemas"]["translations"] | null;
            /** Format: date-time */
            updated_at: string;
            work_assignment: components["schemas"]["stub_work_assignment"];
        };
        employer_benefit_line_item: {
            data: components["schemas"]["employer_benefit_line_item_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "employer_benefit_line_item";
        };
        employer_benefit_line_item_batch_change: {
            accrued_vacation_pay?: (number | string) | null;
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_expense_accounting_code_id?: string | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_given"] | null;
            /** @enum {string} */
            employer_benefit_type?: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided";
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            id: string;
            liability_accounting_code_id?: string | null;
            remittance_account_id?: string | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        employer_benefit_line_item_batch_delete: {
            id: string;
        }[];
        employer_benefit_line_item_batch_upsert: (components["schemas"]["employer_benefit_line_item_create"] | components["schemas"]["employer_benefit_line_item_batch_change"])[];
        employer_benefit_line_item_bulk_create: {
            data: components["schemas"]["employer_benefit_line_item_bulk_create_data"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
        };
        employer_benefit_line_item_bulk_create_data: {
            accrued_vacation_pay?: (number | string) | null;
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_expense_accounting_code_id?: string | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_given"] | null;
            /** @enum {string} */
            employer_benefit_type: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided";
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            remittance_account_id?: string | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        employer_benefit_line_item_bulk_create_scope: {
            data?: {
                [key: string]: unknown;
            };
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
        };
        employer_benefit_line_item_bulk_delete: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_employer_benefit_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_employer_benefit_line_item_types"];
        };
        employer_benefit_line_item_bulk_delete_scope: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data?: {
                [key: string]: unknown;
            };
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_employer_benefit_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_employer_benefit_line_item_types"];
        };
        employer_benefit_line_item_bulk_update: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data: components["schemas"]["employer_benefit_line_item_bulk_update_data"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_employer_benefit_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_employer_benefit_line_item_types"];
        };
        employer_benefit_line_item_bulk_update_data: {
            accrued_vacation_pay?: (number | string) | null;
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_expense_accounting_code_id?: string | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_given"] | null;
            /** @enum {string} */
            employer_benefit_type?: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided";
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            remittance_account_id?: string | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        employer_benefit_line_item_bulk_update_scope: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data?: {
                [key: string]: unknown;
            };
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_employer_benefit_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_employer_benefit_line_item_types"];
        };
        employer_benefit_line_item_create: {
            accrued_vacation_pay?: (number | string) | null;
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_expense_accounting_code_id?: string | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_given"] | null;
            /** @enum {string} */
            employer_benefit_type: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided";
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            pay_stub_id: string;
            remittance_account_id?: string | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        employer_benefit_line_item_data: {
            accrued_vacation_pay: number;
            amount: number;
            business_preset: components["schemas"]["stub_business_preset"] | null;
            component_settings: components["schemas"]["component_settings"];
            /** Format: date-time */
            created_at: string;
            custom_amount: number | null;
            custom_expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            custom_liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount"] | null;
            employer_benefit_type: components["schemas"]["employer_benefit_type"] | null;
            expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            external_ref: string | null;
            is_managed: boolean;
            liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            /** @constant */
            line_item_type: "employer_benefit";
            managed_amount: number | null;
            managed_expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            managed_liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            pay_stub: components["schemas"]["stub_pay_stub"];
            recurrence: components["schemas"]["stub_pay_rate_or_earning_or_allowance_or_deduction_or_employee_benefit_or_employer_benefit_or_reimbursement"] | null;
            remittance_account: components["schemas"]["stub_remittance_account"] | null;
            remittance_account_id: string | null;
            source_adjustment: components["schemas"]["stub_adjustment"] | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount"] | null;
            title: string | null;
            title_translated: string | null;
            title_translations: components["schemas"]["translations"] | null;
            /** Format: date-time */
            updated_at: string;
        };
        employer_benefit_line_item_list: {
            data: components["schemas"]["employer_benefit_line_item"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        employer_benefit_line_item_records: {
            data: components["schemas"]["employer_benefit_line_item"][];
            /** @constant */
            object: "list";
        };
        employer_benefit_line_item_search: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_employer_benefit_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_employer_benefit_line_item_types"];
        };
        employer_benefit_line_item_update: {
            accrued_vacation_pay?: (number | string) | null;
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_expense_accounting_code_id?: string | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_given"] | null;
            /** @enum {string} */
            employer_benefit_type?: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided";
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            remittance_account_id?: string | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        employer_benefit_list: {
            data: components["schemas"]["employer_benefit"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        employer_benefit_records: {
            data: components["schemas"]["employer_benefit"][];
            /** @constant */
            object: "list";
        };
        employer_benefit_search: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_employer_benefits"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_employer_benefit_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        employer_benefit_type: {
            data: {
                features?: {
                    definitions: {
                        effects: ("withholding" | "reduces_base" | "tax_credit" | "accrues_vacation_pay" | "included_in_stat_holiday_pay")[];
                        help_text: string | null;
                        jurisdiction: string;
                        program_label: string | null;
                    }[];
                    label: string;
                    /** @enum {string} */
                    type: "income_tax" | "pensionable" | "insurable" | "wcb" | "eht" | "vacationable" | "stat_payable";
                }[];
                label: string;
                /** @enum {string} */
                locale: "en" | "fr";
                /** @enum {string} */
                type: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided";
            };
            /** @enum {string} */
            id: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided";
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "employer_benefit_type";
        };
        employer_benefit_type_list: {
            data: components["schemas"]["employer_benefit_type"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        employer_benefit_update: {
            amount?: number | string;
            /** @enum {string} */
            amount_type?: "fixed" | "percent";
            apply_sales_tax?: boolean;
            business_preset_id?: string | null;
            coverage_multiplier?: number | string;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from?: string;
            effective_to?: string | null;
            employee_benefit_id?: string | null;
            /** @enum {string} */
            employer_benefit_type?: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided";
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency?: "once" | "per_month" | "per_payroll";
            /** @enum {string} */
            income_basis?: "all_earnings" | "none" | "regular_earnings" | "total_income";
            income_includes?: ({
                subtype?: string | null;
                /** @enum {string} */
                type: "allowance" | "earning" | "reimbursement";
            } | {
                /** @enum {unknown} */
                subtype?: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance" | null;
                /** @constant */
                type?: "allowance";
            } | {
                /** @enum {unknown} */
                subtype?: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage" | null;
                /** @constant */
                type?: "earning";
            } | {
                /** @enum {unknown} */
                subtype?: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account" | null;
                /** @constant */
                type?: "reimbursement";
            })[];
            liability_accounting_code_id?: string | null;
            max_annual_contribution?: (number | string) | null;
            /** @enum {string} */
            max_annual_contribution_basis?: "all_line_items_of_type" | "this_benefit";
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            remittance_account_id?: string | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            /** @constant */
            frequency?: "per_month";
        } | {
            amount?: number | string;
            /** @constant */
            amount_type?: "fixed";
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        } | {
            amount?: number | string;
            /** @constant */
            amount_type: "percent";
            date_basis?: null;
            /** @enum {unknown} */
            frequency?: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        /** @deprecated */
        employer_benefit_update_deprecated: {
            amount?: (number | string) | null;
            apply_sales_tax?: boolean;
            business_preset_id?: string | null;
            coverage_multiplier?: number | string;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from?: string;
            effective_to?: string | null;
            employee_benefit_id?: string | null;
            /** @enum {string} */
            employer_benefit_type?: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided";
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency?: "once" | "per_month" | "per_payroll";
            /** @enum {string} */
            income_basis?: "all_earnings" | "none" | "regular_earnings" | "total_income";
            income_includes?: ({
                subtype?: string | null;
                /** @enum {string} */
                type: "allowance" | "earning" | "reimbursement";
            } | {
                /** @enum {unknown} */
                subtype?: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance" | null;
                /** @constant */
                type?: "allowance";
            } | {
                /** @enum {unknown} */
                subtype?: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage" | null;
                /** @constant */
                type?: "earning";
            } | {
                /** @enum {unknown} */
                subtype?: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account" | null;
                /** @constant */
                type?: "reimbursement";
            })[];
            liability_accounting_code_id?: string | null;
            max_annual_contribution?: (number | string) | null;
            /** @enum {string} */
            max_annual_contribution_basis?: "all_line_items_of_type" | "this_benefit";
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            percent?: (number | string) | null;
            remittance_account_id?: string | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        employer_health_tax_calculation: {
            data: {
                health_taxes: {
                    annual_tax: number;
                    balance: {
                        amount: number;
                        /** Format: date */
                        due_on: string;
                    };
                    exemption: number;
                    instalments: {
                        amount: number;
                        /** Format: date */
                        due_on: string;
                        /** Format: date */
                        from: string;
                        is_expected: boolean;
                        remuneration: number;
                        /** Format: date */
                        to: string;
                    }[];
                    /** @enum {string} */
                    jurisdiction: "ca_bc" | "ca_mb" | "ca_nl" | "ca_on" | "ca_qc";
                    rate: number;
                    remuneration: {
                        approved: number;
                        expected: number;
                    };
                    sources: string[];
                    warnings: {
                        message: string;
                        subject: string;
                        type: string;
                    }[];
                }[];
                year: number;
            };
            /** @constant */
            object: "employer_health_tax_calculation";
        };
        employer_statutory_withholding_line_item: {
            data: components["schemas"]["employer_statutory_withholding_line_item_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "employer_statutory_withholding_line_item";
        };
        employer_statutory_withholding_line_item_data: {
            amount: number;
            business_preset: components["schemas"]["stub_business_preset"] | null;
            component_settings: components["schemas"]["component_settings"];
            /** Format: date-time */
            created_at: string;
            custom_amount: number | null;
            custom_expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            custom_liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount"] | null;
            employer_statutory_withholding_type: components["schemas"]["employer_statutory_withholding_type"] | null;
            expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            is_managed: boolean;
            is_system: boolean;
            liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            /** @constant */
            line_item_type: "employer_statutory_withholding";
            managed_amount: number | null;
            managed_expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            managed_liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            pay_stub: components["schemas"]["stub_pay_stub"];
            remittance_account: components["schemas"]["stub_remittance_account"] | null;
            remittance_account_id: string | null;
            source_adjustment: components["schemas"]["stub_adjustment"] | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount"] | null;
            title: string | null;
            title_translated: string | null;
            title_translations: components["schemas"]["translations"] | null;
            /** Format: date-time */
            updated_at: string;
        };
        employer_statutory_withholding_line_item_list: {
            data: components["schemas"]["employer_statutory_withholding_line_item"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        employer_statutory_withholding_line_item_update: {
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_expense_accounting_code_id?: string | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_given"] | null;
            /** @enum {string} */
            employer_statutory_withholding_type?: "cpp" | "cpp_2" | "qpp" | "qpp_2" | "ei" | "qpip" | "employer_health_tax" | "health_services_fund" | "workers_compensation" | "labour_standards" | "workforce_skills_fund";
            expense_accounting_code_id?: string | null;
            liability_accounting_code_id?: string | null;
            remittance_account_id?: string | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        employer_statutory_withholding_type: {
            data: {
                label: string;
                /** @enum {string} */
                locale: "en" | "fr";
                /** @enum {string} */
                type: "cpp" | "cpp_2" | "qpp" | "qpp_2" | "ei" | "qpip" | "employer_health_tax" | "health_services_fund" | "workers_compensation" | "labour_standards" | "workforce_skills_fund";
            };
            /** @enum {string} */
            id: "cpp" | "cpp_2" | "qpp" | "qpp_2" | "ei" | "qpip" | "employer_health_tax" | "health_services_fund" | "workers_compensation" | "labour_standards" | "workforce_skills_fund";
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "employer_statutory_withholding_type";
        };
        employer_statutory_withholding_type_list: {
            data: components["schemas"]["employer_statutory_withholding_type"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        holiday: {
            data: {
                /** Format: date-time */
                created_at: string;
                /** @enum {string} */
                jurisdiction: "ca_federal" | "ca_ab" | "ca_bc" | "ca_mb" | "ca_nb" | "ca_nl" | "ca_ns" | "ca_nt" | "ca_nu" | "ca_on" | "ca_pe" | "ca_qc" | "ca_sk" | "ca_yt";
                name: string;
                name_translated: string;
                name_translations: {
                    en: string;
                    fr: string;
                };
                /** Format: date */
                observed_date: string;
                /** Format: date */
                original_date: string;
                /** @enum {string} */
                type: "statutory" | "optional";
                /** Format: date-time */
                updated_at: string;
            };
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "holiday";
        };
        holiday_list: {
            data: components["schemas"]["holiday"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        journal_entry: {
            data: components["schemas"]["journal_entry_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "journal_entry";
        };
        journal_entry_data: {
            /** Format: date-time */
            created_at: string;
            integrations: {
                quickbooks: {
                    reference: string | null;
                };
                xero: {
                    reference: string | null;
                };
            };
            invalid_expense_types: {
                subtype: string;
                type: string;
            }[];
            invalid_liability_types: {
                subtype: string;
                type: string;
            }[];
            is_balanced: boolean;
            is_missing_default_account_payable: boolean;
            is_missing_default_bank_account: boolean;
            is_missing_line_item_accounting_codes: boolean;
            journal_entry_rows?: components["schemas"]["journal_entry_row"][];
            pay_stub: components["schemas"]["stub_pay_stub"] | null;
            payroll: components["schemas"]["stub_payroll"] | null;
            /** Format: date-time */
            posted_on: string;
            title: string;
            title_translated: string | null;
            title_translations: components["schemas"]["translations"] | null;
            total: number;
            /** @enum {string} */
            type: "pay_stub_recording" | "payroll_recording" | "payroll_payment";
            /** Format: date-time */
            updated_at: string;
        };
        journal_entry_list: {
            data: components["schemas"]["journal_entry"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        journal_entry_row: {
            accounting_code: components["schemas"]["stub_accounting_code"] | null;
            credit: number | null;
            debit: number | null;
            formatted_accounting_code: string | null;
            tags: components["schemas"]["stub_tag"][];
            title: string | null;
            title_translated: string | null;
            title_translations: components["schemas"]["translations"] | null;
        };
        page_links: {
            first: string;
            last: string;
            next: string | null;
            prev: string | null;
        };
        page_meta: {
            current_page: number;
            has_more: boolean;
            last_page: number;
            per_page: number;
            total: number;
        };
        partner: {
            data: components["schemas"]["partner_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "partner";
        };
        partner_data: {
            /** Format: date-time */
            created_at: string;
            name: string | null;
            preferred_locale: {
                data: {
                    label: string;
                };
                /** @enum {string} */
                id: "en" | "fr";
                /** @constant */
                object: "locale";
            };
            /** Format: date-time */
            updated_at: string;
        };
        partner_secret: {
            data: {
                /** Format: date-time */
                created_at: string;
                expires_at: string | null;
                last_used_at: string | null;
                secret: string | null;
            };
            id: string;
            links: {
                self: string;
            };
            /** @constant */
            object: "partner_secret";
        };
        partner_secret_create: {
            /** @default 1440 */
            overlap_minutes?: number;
        };
        pay_rate: {
            data: components["schemas"]["pay_rate_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "pay_rate";
        };
        pay_rate_batch_change: {
            business_preset_id?: string | null;
            /** Format: date */
            effective_from?: string;
            effective_to?: string | null;
            expected_hours_per_week?: number | string;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            id: string;
            liability_accounting_code_id?: string | null;
            rate?: number | string;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
            /** @enum {string} */
            type?: "hourly" | "salary";
        };
        pay_rate_batch_delete: {
            id: string;
        }[];
        pay_rate_batch_upsert: (components["schemas"]["pay_rate_create"] | components["schemas"]["pay_rate_batch_change"])[];
        pay_rate_bulk_create: {
            business_entity_id: string;
            data: components["schemas"]["pay_rate_bulk_create_data"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        pay_rate_bulk_create_data: {
            business_preset_id?: string | null;
            /** Format: date */
            effective_from: string;
            effective_to?: string | null;
            expected_hours_per_week: number | string;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            rate: number | string;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
            /** @enum {string} */
            type: "hourly" | "salary";
        } | {
            /** @constant */
            type?: "hourly";
        } | {
            expected_hours_per_week?: number | string;
            /** @constant */
            type?: "salary";
        };
        pay_rate_bulk_create_scope: {
            business_entity_id: string;
            data?: {
                [key: string]: unknown;
            };
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        pay_rate_bulk_delete: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_pay_rates"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_pay_rate_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        pay_rate_bulk_delete_scope: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data?: {
                [key: string]: unknown;
            };
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_pay_rates"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_pay_rate_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        pay_rate_bulk_update: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data: components["schemas"]["pay_rate_bulk_update_data"];
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_pay_rates"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_pay_rate_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        pay_rate_bulk_update_data: {
            business_preset_id?: string | null;
            /** Format: date */
            effective_from?: string;
            effective_to?: string | null;
            expected_hours_per_week?: number | string;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            rate?: number | string;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
            /** @enum {string} */
            type?: "hourly" | "salary";
        };
        pay_rate_bulk_update_scope: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data?: {
                [key: string]: unknown;
            };
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_pay_rates"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_pay_rate_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        pay_rate_create: {
            business_preset_id?: string | null;
            /** Format: date */
            effective_from: string;
            effective_to?: string | null;
            expected_hours_per_week: number | string;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            rate: number | string;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
            /** @enum {string} */
            type: "hourly" | "salary";
            work_assignment_id: string;
        } | {
            /** @constant */
            type?: "hourly";
        } | {
            expected_hours_per_week?: number | string;
            /** @constant */
            type?: "salary";
        };
        pay_rate_data: {
            business_preset: components["schemas"]["stub_business_preset"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date */
            earliest_valid_effective_to: string;
            /** Format: date */
            effective_from: string;
            effective_to: string | null;
            expected_hours_per_week: number;
            expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            external_ref: string | null;
            is_deletable: boolean;
            is_editable: boolean;
            liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            overtime_rates?: components["schemas"]["embedded_list"];
            rate: number;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage"] | null;
            title: string | null;
            title_translated: string | null;
            title_translations: components["schemas"]["translations"] | null;
            type: ("hourly" | "salary") | null;
            /** Format: date-time */
            updated_at: string;
            work_assignment: components["schemas"]["stub_work_assignment"];
        };
        pay_rate_list: {
            data: components["schemas"]["pay_rate"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        pay_rate_records: {
            data: components["schemas"]["pay_rate"][];
            /** @constant */
            object: "list";
        };
        pay_rate_search: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_pay_rates"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_pay_rate_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        pay_rate_update: {
            business_preset_id?: string | null;
            /** Format: date */
            effective_from?: string;
            effective_to?: string | null;
            expected_hours_per_week?: number | string;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            rate?: number | string;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
            /** @enum {string} */
            type?: "hourly" | "salary";
        };
        pay_schedule: {
            data: components["schemas"]["pay_schedule_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "pay_schedule";
        };
        pay_schedule_create: {
            /** Format: date */
            anchor_end_of_pay_period: string;
            /** Format: date */
            anchor_pay_date: string;
            anchor_start_of_pay_period?: string | null;
            business_entity_id: string;
            custom_pay_periods_per_year?: number | null;
            day_1?: (number | -1 | unknown) | null;
            day_2?: (number | -1 | unknown) | null;
            external_ref?: string | null;
            generate_payrolls_from?: string | null;
            /** @enum {string} */
            pay_day_movement_setting?: "inherit" | "next_business_day" | "previous_business_day";
            /** @enum {string} */
            pay_frequency: "weekly" | "bi-weekly" | "semi-monthly" | "monthly" | "custom";
            pay_stub_settings?: components["schemas"]["pay_stub_settings_given"];
            send_empty_pay_stubs?: boolean;
            title: string;
        } | {
            /** @enum {unknown} */
            pay_frequency?: "weekly" | "bi-weekly" | "custom";
        } | {
            /** @constant */
            pay_frequency?: "monthly";
        } | {
            /** @constant */
            pay_frequency?: "semi-monthly";
        };
        pay_schedule_data: {
            /** Format: date */
            anchor_end_of_pay_period: string;
            /** Format: date */
            anchor_pay_date: string;
            anchor_start_of_pay_period: string | null;
            business_entity: components["schemas"]["stub_business_entity"];
            /** Format: date-time */
            created_at: string;
            custom_pay_periods_per_year: number | null;
            day_1: number | null;
            day_2: number | null;
            external_ref: string | null;
            generate_payrolls_from: string | null;
            is_deletable: boolean;
            is_editable: boolean;
            /** @enum {string} */
            pay_day_movement_setting: "inherit" | "next_business_day" | "previous_business_day";
            /** @enum {string} */
            pay_frequency: "weekly" | "bi-weekly" | "semi-monthly" | "monthly" | "custom";
            pay_stub_settings: components["schemas"]["pay_stub_settings"];
            payrolls?: components["schemas"]["embedded_list"];
            send_empty_pay_stubs: boolean;
            title: string;
            /** Format: date-time */
            updated_at: string;
        };
        pay_schedule_list: {
            data: components["schemas"]["pay_schedule"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        pay_schedule_update: {
            /** Format: date */
            anchor_end_of_pay_period?: string;
            /** Format: date */
            anchor_pay_date?: string;
            anchor_start_of_pay_period?: string | null;
            custom_pay_periods_per_year?: number | null;
            day_1?: (number | -1 | unknown) | null;
            day_2?: (number | -1 | unknown) | null;
            external_ref?: string | null;
            generate_payrolls_from?: string | null;
            /** @enum {string} */
            pay_day_movement_setting?: "inherit" | "next_business_day" | "previous_business_day";
            /** @enum {string} */
            pay_frequency?: "weekly" | "bi-weekly" | "semi-monthly" | "monthly" | "custom";
            pay_stub_settings?: components["schemas"]["pay_stub_settings_given"];
            send_empty_pay_stubs?: boolean;
            title?: string;
        };
        pay_stub: {
            data: components["schemas"]["pay_stub_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "pay_stub";
        };
        pay_stub_available_call: {
            /** @constant */
            event: "pay_stub_available";
            resource: {
                company_id?: string;
                external_ref?: string | null;
                id: string;
                /** @constant */
                type: "pay_stub";
            };
            sequence: number;
        };
        pay_stub_data: {
            cash_requirement: number;
            company_summary: {
                benefits: number;
                benefits_ytd: number;
                taxes_and_contributions: number;
                taxes_and_contributions_ytd: number;
                total: number;
                total_ytd: number;
            };
            contractor_summary: {
                gross: number | null;
                gross_ytd: number;
                net: number | null;
                net_ytd: number;
                reimbursements: number | null;
                reimbursements_ytd: number;
            };
            /** Format: date-time */
            created_at: string;
            employee_summary: {
                gross: number | null;
                gross_ytd: number;
                net: number | null;
                net_ytd: number;
                reimbursements: number | null;
                reimbursements_ytd: number;
                subtractions: number | null;
                subtractions_ytd: number;
            };
            external_ref: string | null;
            has_taxes_calculated: boolean;
            is_pending_tax_rates: boolean;
            is_stale: boolean;
            liability: number;
            line_item_summary: {
                allowances: {
                    period: number;
                    ytd: number;
                };
                benefits: {
                    period: number;
                    ytd: number;
                };
                deductions: {
                    period: number;
                    ytd: number;
                };
                earnings: {
                    period: number;
                    period_managed: number;
                    period_unmanaged: number;
                    ytd: number;
                };
                employee_benefits: {
                    period: number;
                    ytd: number;
                };
                employer_benefits: {
                    period: number;
                    ytd: number;
                };
                reimbursements: {
                    period: number;
                    ytd: number;
                };
                statutory_withholdings: {
                    period: number;
                    ytd: number;
                };
            };
            note: string | null;
            /** @enum {string} */
            payment_method: "direct_deposit" | "manual";
            payroll: components["schemas"]["stub_payroll"] | null;
            stale_since: string | null;
            /** Format: date-time */
            updated_at: string;
            vacation_pay_balance: number;
            warnings: components["schemas"]["warnings"];
            work_assignment: components["schemas"]["stub_work_assignment"] | null;
        };
        pay_stub_explanation: {
            data: {
                is_complete: boolean;
                lines: {
                    amount: number;
                    id: string;
                    line_item_type: string;
                    steps: components["schemas"]["calculation_step"][];
                    type: string;
                }[];
                pay_stub_id: string;
                warnings: {
                    namespace: string;
                    type: string;
                }[];
            };
            /** @constant */
            object: "pay_stub_explanation";
        };
        pay_stub_list: {
            data: components["schemas"]["pay_stub"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        pay_stub_search: {
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
        };
        pay_stub_settings: {
            show_vacation_pay_balance: boolean;
        };
        pay_stub_settings_given: {
            show_vacation_pay_balance: boolean;
        };
        pay_stub_update: {
            external_ref?: string | null;
            note?: string | null;
            /** @enum {string} */
            payment_method?: "direct_deposit" | "manual";
        };
        pay_stubs_criteria: {
            ids?: string[];
            work_assignment_ids?: string[];
        };
        pay_stubs_selection: {
            exclude?: components["schemas"]["pay_stubs_criteria"];
            include: "all" | components["schemas"]["pay_stubs_criteria"];
        };
        payees_criteria: {
            archived?: boolean;
            ids?: string[];
            payee_names?: string;
            /** @enum {string} */
            payee_type?: "employee" | "contractor";
        };
        payees_selection: {
            exclude?: components["schemas"]["payees_criteria"];
            include: "all" | components["schemas"]["payees_criteria"];
        };
        payroll: {
            data: components["schemas"]["payroll_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "payroll";
        };
        payroll_approved_call: {
            /** @constant */
            event: "payroll_approved";
            resource: {
                company_id?: string;
                external_ref?: string | null;
                id: string;
                /** @constant */
                type: "payroll";
            };
            sequence: number;
        };
        payroll_data: {
            approval_due_at: string | null;
            approved_at: string | null;
            business_entity: components["schemas"]["stub_business_entity"] | null;
            cash_requirement: number | null;
            company_summary: {
                benefits: number | null;
                taxes_and_contributions: number | null;
                total: number | null;
            };
            contractor_summary: {
                gross: number | null;
                net: number | null;
                reimbursements: number | null;
            };
            /** Format: date-time */
            created_at: string;
            debit_date: string | null;
            employee_summary: {
                gross: number | null;
                net: number | null;
                reimbursements: number | null;
                subtractions: number | null;
            };
            external_ref: string | null;
            is_blocked_by_draft: boolean;
            is_impacted_by_weekend_or_holiday: boolean;
            is_stale: boolean;
            liability: number | null;
            note: string | null;
            original_pay_date: string | null;
            pay_date: string | null;
            pay_schedule: components["schemas"]["stub_pay_schedule"] | null;
            period_end: string | null;
            period_label: string | null;
            period_number: number | null;
            period_start: string | null;
            regular_periods_count: number | null;
            source_payroll: components["schemas"]["stub_payroll"] | null;
            stale_since: string | null;
            /** @enum {string} */
            status: "draft" | "approved" | "processing" | "paid" | "partially_paid";
            /** @enum {string} */
            type: "regular" | "off_cycle" | "historical" | "correction";
            /** Format: date-time */
            updated_at: string;
            warnings: components["schemas"]["warnings"];
        };
        payroll_deadline_upcoming_call: {
            /** @constant */
            event: "payroll_deadline_upcoming";
            resource: {
                company_id?: string;
                external_ref?: string | null;
                id: string;
                /** @constant */
                type: "payroll";
            };
            sequence: number;
        };
        payroll_list: {
            data: components["schemas"]["payroll"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        payroll_paid_call: {
            /** @constant */
            event: "payroll_paid";
            resource: {
                company_id?: string;
                external_ref?: string | null;
                id: string;
                /** @constant */
                type: "payroll";
            };
            sequence: number;
        };
        payroll_update: {
            external_ref?: string | null;
            note?: string | null;
        };
        problem: {
            message: string;
        };
        problem_details: {
            detail: string;
            errors?: {
                [key: string]: string[];
            };
            instance?: string;
            message: string;
            status: number;
            title: string;
            /** Format: uri */
            type: string;
        };
        reimbursement: {
            data: components["schemas"]["reimbursement_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "reimbursement";
        };
        reimbursement_batch_change: {
            amount?: number | string;
            business_preset_id?: string | null;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from?: string;
            effective_to?: string | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency?: "once" | "per_month" | "per_payroll";
            id: string;
            liability_accounting_code_id?: string | null;
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            /** @enum {string} */
            reimbursement_type?: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account";
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        } | {
            /** @constant */
            frequency?: "per_month";
        } | {
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        reimbursement_batch_delete: {
            id: string;
        }[];
        reimbursement_batch_upsert: (components["schemas"]["reimbursement_create"] | components["schemas"]["reimbursement_batch_change"])[];
        reimbursement_bulk_create: {
            business_entity_id: string;
            data: components["schemas"]["reimbursement_bulk_create_data"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        reimbursement_bulk_create_data: {
            amount: number | string;
            business_preset_id?: string | null;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from: string;
            effective_to?: string | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency: "once" | "per_month" | "per_payroll";
            liability_accounting_code_id?: string | null;
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            /** @enum {string} */
            reimbursement_type: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account";
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        } | {
            /** @constant */
            frequency?: "per_month";
        } | {
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        reimbursement_bulk_create_scope: {
            business_entity_id: string;
            data?: {
                [key: string]: unknown;
            };
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        reimbursement_bulk_delete: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_reimbursements"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_reimbursement_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        reimbursement_bulk_delete_scope: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data?: {
                [key: string]: unknown;
            };
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_reimbursements"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_reimbursement_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        reimbursement_bulk_update: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data: components["schemas"]["reimbursement_bulk_update_data"];
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_reimbursements"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_reimbursement_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        reimbursement_bulk_update_data: {
            amount?: number | string;
            business_preset_id?: string | null;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from?: string;
            effective_to?: string | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency?: "once" | "per_month" | "per_payroll";
            liability_accounting_code_id?: string | null;
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            /** @enum {string} */
            reimbursement_type?: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account";
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        } | {
            /** @constant */
            frequency?: "per_month";
        } | {
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        reimbursement_bulk_update_scope: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data?: {
                [key: string]: unknown;
            };
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_reimbursements"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_reimbursement_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        reimbursement_create: {
            amount: number | string;
            business_preset_id?: string | null;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from: string;
            effective_to?: string | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency: "once" | "per_month" | "per_payroll";
            liability_accounting_code_id?: string | null;
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            /** @enum {string} */
            reimbursement_type: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account";
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
            work_assignment_id: string;
        } | {
            /** @constant */
            frequency?: "per_month";
        } | {
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        reimbursement_data: {
            amount: number;
            business_preset: components["schemas"]["stub_business_preset"] | null;
            /** Format: date-time */
            created_at: string;
            date_basis: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from: string;
            effective_to: string | null;
            expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            external_ref: string | null;
            /** @enum {string} */
            frequency: "once" | "per_month" | "per_payroll";
            liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            pay_period_cadence: (number | -1 | unknown)[] | null;
            reimbursement_type: components["schemas"]["reimbursement_type"] | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage"] | null;
            title: string | null;
            title_translated: string | null;
            title_translations: components["schemas"]["translations"] | null;
            /** Format: date-time */
            updated_at: string;
            work_assignment: components["schemas"]["stub_work_assignment"];
        };
        reimbursement_line_item: {
            data: components["schemas"]["reimbursement_line_item_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "reimbursement_line_item";
        };
        reimbursement_line_item_batch_change: {
            accrued_vacation_pay?: (number | string) | null;
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_earned_on?: string | null;
            custom_expense_accounting_code_id?: string | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_given"] | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            id: string;
            liability_accounting_code_id?: string | null;
            /** @enum {string} */
            reimbursement_type?: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account";
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        reimbursement_line_item_batch_delete: {
            id: string;
        }[];
        reimbursement_line_item_batch_upsert: (components["schemas"]["reimbursement_line_item_create"] | components["schemas"]["reimbursement_line_item_batch_change"])[];
        reimbursement_line_item_bulk_create: {
            data: components["schemas"]["reimbursement_line_item_bulk_create_data"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
        };
        reimbursement_line_item_bulk_create_data: {
            accrued_vacation_pay?: (number | string) | null;
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_earned_on?: string | null;
            custom_expense_accounting_code_id?: string | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_given"] | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            /** @enum {string} */
            reimbursement_type: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account";
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        reimbursement_line_item_bulk_create_scope: {
            data?: {
                [key: string]: unknown;
            };
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
        };
        reimbursement_line_item_bulk_delete: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_reimbursement_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_reimbursement_line_item_types"];
        };
        reimbursement_line_item_bulk_delete_scope: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data?: {
                [key: string]: unknown;
            };
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_reimbursement_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_reimbursement_line_item_types"];
        };
        reimbursement_line_item_bulk_update: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data: components["schemas"]["reimbursement_line_item_bulk_update_data"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_reimbursement_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_reimbursement_line_item_types"];
        };
        reimbursement_line_item_bulk_update_data: {
            accrued_vacation_pay?: (number | string) | null;
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_earned_on?: string | null;
            custom_expense_accounting_code_id?: string | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_given"] | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            /** @enum {string} */
            reimbursement_type?: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account";
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        reimbursement_line_item_bulk_update_scope: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            data?: {
                [key: string]: unknown;
            };
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_reimbursement_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_reimbursement_line_item_types"];
        };
        reimbursement_line_item_create: {
            accrued_vacation_pay?: (number | string) | null;
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_earned_on?: string | null;
            custom_expense_accounting_code_id?: string | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_given"] | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            pay_stub_id: string;
            /** @enum {string} */
            reimbursement_type: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account";
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        reimbursement_line_item_data: {
            accrued_vacation_pay: number;
            amount: number;
            business_preset: components["schemas"]["stub_business_preset"] | null;
            component_settings: components["schemas"]["component_settings"];
            /** Format: date-time */
            created_at: string;
            custom_amount: number | null;
            custom_earned_on: string | null;
            custom_expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            custom_liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount"] | null;
            earned_on: string | null;
            expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            external_ref: string | null;
            is_managed: boolean;
            liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            /** @constant */
            line_item_type: "reimbursement";
            managed_amount: number | null;
            managed_earned_on: string | null;
            managed_expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            managed_liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            pay_stub: components["schemas"]["stub_pay_stub"];
            recurrence: components["schemas"]["stub_pay_rate_or_earning_or_allowance_or_deduction_or_employee_benefit_or_employer_benefit_or_reimbursement"] | null;
            reimbursement_type: components["schemas"]["reimbursement_type"] | null;
            source_adjustment: components["schemas"]["stub_adjustment"] | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount"] | null;
            title: string | null;
            title_translated: string | null;
            title_translations: components["schemas"]["translations"] | null;
            /** Format: date-time */
            updated_at: string;
        };
        reimbursement_line_item_list: {
            data: components["schemas"]["reimbursement_line_item"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        reimbursement_line_item_records: {
            data: components["schemas"]["reimbursement_line_item"][];
            /** @constant */
            object: "list";
        };
        reimbursement_line_item_search: {
            business_presets?: components["schemas"]["choice_of_business_presets"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_reimbursement_line_items"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            pay_stubs: components["schemas"]["pay_stubs_selection"];
            payroll_id: string;
            subtypes?: components["schemas"]["choice_of_reimbursement_line_item_types"];
        };
        reimbursement_line_item_update: {
            accrued_vacation_pay?: (number | string) | null;
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_earned_on?: string | null;
            custom_expense_accounting_code_id?: string | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_given"] | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            liability_accounting_code_id?: string | null;
            /** @enum {string} */
            reimbursement_type?: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account";
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        reimbursement_list: {
            data: components["schemas"]["reimbursement"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        reimbursement_records: {
            data: components["schemas"]["reimbursement"][];
            /** @constant */
            object: "list";
        };
        reimbursement_search: {
            business_entity_id: string;
            business_presets?: components["schemas"]["choice_of_business_presets"];
            effective_from?: components["schemas"]["date_filter"];
            /** Format: date */
            effective_on?: string;
            effective_to?: components["schemas"]["date_filter"];
            expense_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            has_business_preset?: boolean;
            ids?: components["schemas"]["choice_of_reimbursements"];
            liability_accounting_codes?: components["schemas"]["choice_of_accounting_codes"];
            /** Format: date */
            not_effective_on?: string;
            subtypes?: components["schemas"]["choice_of_reimbursement_types"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        reimbursement_type: {
            data: {
                features?: {
                    definitions: {
                        effects: ("withholding" | "reduces_base" | "tax_credit" | "accrues_vacation_pay" | "included_in_stat_holiday_pay")[];
                        help_text: string | null;
                        jurisdiction: string;
                        program_label: string | null;
                    }[];
                    label: string;
                    /** @enum {string} */
                    type: "income_tax" | "pensionable" | "insurable" | "wcb" | "eht" | "vacationable" | "stat_payable";
                }[];
                label: string;
                /** @enum {string} */
                locale: "en" | "fr";
                /** @enum {string} */
                type: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account";
            };
            /** @enum {string} */
            id: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account";
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "reimbursement_type";
        };
        reimbursement_type_list: {
            data: components["schemas"]["reimbursement_type"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        reimbursement_update: {
            amount?: number | string;
            business_preset_id?: string | null;
            date_basis?: ("by_pay_date" | "by_period_end_date" | "by_period_start_date") | null;
            /** Format: date */
            effective_from?: string;
            effective_to?: string | null;
            expense_accounting_code_id?: string | null;
            external_ref?: string | null;
            /** @enum {string} */
            frequency?: "once" | "per_month" | "per_payroll";
            liability_accounting_code_id?: string | null;
            pay_period_cadence?: (number | -1 | unknown)[] | null;
            /** @enum {string} */
            reimbursement_type?: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account";
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        } | {
            /** @constant */
            frequency?: "per_month";
        } | {
            date_basis?: null;
            /** @enum {unknown} */
            frequency: "once" | "per_payroll";
            pay_period_cadence?: null;
        };
        resource_created_call: {
            /** @constant */
            event: "resource_created";
            resource: {
                company_id?: string;
                external_ref?: string | null;
                id: string;
                type: string;
            };
            sequence: number;
        };
        resource_deleted_call: {
            /** @constant */
            event: "resource_deleted";
            resource: {
                company_id?: string;
                external_ref?: string | null;
                id: string;
                type: string;
            };
            sequence: number;
        };
        resource_updated_call: {
            /** @constant */
            event: "resource_updated";
            resource: {
                company_id?: string;
                external_ref?: string | null;
                id: string;
                type: string;
            };
            sequence: number;
        };
        self_link: {
            self: string;
        };
        statutory_holiday_pay_explanation: {
            data: {
                configuration: {
                    calculate_entitlement: boolean;
                    /** @enum {string} */
                    calculation_strategy: "provincial_rules_only";
                    hours: number | null;
                    override_date_basis: ("before_holiday_week" | "before_holiday") | null;
                    override_rule_set: string | null;
                    pay_rate: number | null;
                };
                default_rules: {
                    /** @enum {string} */
                    earning_date_basis: "before_holiday_week" | "before_holiday";
                    eligible_days_in_range: number;
                    eligible_earning_types: components["schemas"]["earning_type"][];
                    eligible_work_days_in_range: number;
                    explanation: string;
                    id: string;
                    name: string;
                }[];
                holidays: {
                    amount: number;
                    /** Format: date */
                    date: string;
                    key: string;
                    name: string;
                    not_applicable_reason: ("entitlement_not_calculated" | "not_an_employee" | "province_of_work_missing" | "no_holiday_in_period" | "too_short_employment" | "too_few_days_worked" | "absent" | "not_a_regular_workday") | null;
                    steps: components["schemas"]["calculation_step"][];
                    warnings: {
                        message: string;
                        subject: string;
                        type: string;
                    }[];
                }[];
                jurisdiction: string | null;
                not_applicable_reason: ("entitlement_not_calculated" | "not_an_employee" | "province_of_work_missing" | "no_holiday_in_period" | "too_short_employment" | "too_few_days_worked" | "absent" | "not_a_regular_workday") | null;
            };
            /** @constant */
            object: "statutory_holiday_pay_explanation";
        };
        statutory_withholding_calculation: {
            data: {
                edition: string;
                employee: {
                    cpp: number;
                    cpp2: number;
                    ei: number;
                    federal_tax: number;
                    federal_tax_on_bonus: number;
                    provincial_tax: number;
                    provincial_tax_on_bonus: number;
                    qpip: number;
                    qpp: number;
                    qpp2: number;
                    total: number;
                };
                employer: {
                    cpp: number;
                    cpp2: number;
                    ei: number;
                    qpip: number;
                    qpp: number;
                    qpp2: number;
                    total: number;
                };
                explanation: components["schemas"]["calculation_step"][];
                gross_pay: number;
                is_pending_tax_rates: boolean;
                net_pay: number;
                warnings: {
                    message: string;
                    subject: string;
                    type: string;
                }[];
            };
            /** @constant */
            object: "statutory_withholding_calculation";
        };
        statutory_withholding_line_item: {
            data: components["schemas"]["statutory_withholding_line_item_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "statutory_withholding_line_item";
        };
        statutory_withholding_line_item_data: {
            amount: number;
            business_preset: components["schemas"]["stub_business_preset"] | null;
            component_settings: components["schemas"]["component_settings"];
            /** Format: date-time */
            created_at: string;
            custom_amount: number | null;
            custom_expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            custom_liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount"] | null;
            expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            is_managed: boolean;
            is_system: boolean;
            liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            /** @constant */
            line_item_type: "statutory_withholding";
            managed_amount: number | null;
            managed_expense_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            managed_liability_accounting_code: components["schemas"]["stub_accounting_code"] | null;
            pay_stub: components["schemas"]["stub_pay_stub"];
            remittance_account: components["schemas"]["stub_remittance_account"] | null;
            remittance_account_id: string | null;
            source_adjustment: components["schemas"]["stub_adjustment"] | null;
            statutory_withholding_type: components["schemas"]["statutory_withholding_type"] | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount"] | null;
            title: string | null;
            title_translated: string | null;
            title_translations: components["schemas"]["translations"] | null;
            /** Format: date-time */
            updated_at: string;
        };
        statutory_withholding_line_item_list: {
            data: components["schemas"]["statutory_withholding_line_item"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        statutory_withholding_line_item_update: {
            business_preset_id?: string | null;
            component_settings?: components["schemas"]["component_settings_given"];
            custom_amount?: (number | string) | null;
            custom_expense_accounting_code_id?: string | null;
            custom_liability_accounting_code_id?: string | null;
            custom_tag_assignment?: components["schemas"]["tag_assignment_by_percentage_or_amount_given"] | null;
            expense_accounting_code_id?: string | null;
            liability_accounting_code_id?: string | null;
            remittance_account_id?: string | null;
            /** @enum {string} */
            statutory_withholding_type?: "federal_income_tax" | "provincial_income_tax" | "cpp" | "cpp_2" | "qpp" | "qpp_2" | "ei" | "qpip" | "nt_payroll_tax" | "nu_payroll_tax";
            title?: string | null;
            title_translations?: components["schemas"]["translations_given"] | null;
        };
        statutory_withholding_type: {
            data: {
                label: string;
                /** @enum {string} */
                locale: "en" | "fr";
                /** @enum {string} */
                type: "federal_income_tax" | "provincial_income_tax" | "cpp" | "cpp_2" | "qpp" | "qpp_2" | "ei" | "qpip" | "nt_payroll_tax" | "nu_payroll_tax";
            };
            /** @enum {string} */
            id: "federal_income_tax" | "provincial_income_tax" | "cpp" | "cpp_2" | "qpp" | "qpp_2" | "ei" | "qpip" | "nt_payroll_tax" | "nu_payroll_tax";
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "statutory_withholding_type";
        };
        statutory_withholding_type_list: {
            data: components["schemas"]["statutory_withholding_type"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        stub_accounting_code: {
            data?: {
                [key: string]: unknown;
            };
            id: string;
            links: components["schemas"]["self_link"];
            /** @enum {string} */
            object: "accounting_code";
        };
        stub_adjustment: {
            data?: {
                [key: string]: unknown;
            };
            id: string;
            links: components["schemas"]["self_link"];
            /** @enum {string} */
            object: "adjustment";
        };
        stub_business_entity: {
            data?: {
                [key: string]: unknown;
            };
            id: string;
            links: components["schemas"]["self_link"];
            /** @enum {string} */
            object: "business_entity";
        };
        stub_business_entity_or_work_assignment_or_remittance_account: {
            data?: {
                [key: string]: unknown;
            };
            id: string;
            links: components["schemas"]["self_link"];
            /** @enum {string} */
            object: "business_entity" | "work_assignment" | "remittance_account";
        };
        stub_business_preset: {
            data?: {
                [key: string]: unknown;
            };
            id: string;
            links: components["schemas"]["self_link"];
            /** @enum {string} */
            object: "business_preset";
        };
        stub_company: {
            data?: {
                [key: string]: unknown;
            };
            id: string;
            links: components["schemas"]["self_link"];
            /** @enum {string} */
            object: "company";
        };
        stub_contractor: {
            data?: {
                [key: string]: unknown;
            };
            id: string;
            links: components["schemas"]["self_link"];
            /** @enum {string} */
            object: "contractor";
        };
        stub_employee: {
            data?: {
                [key: string]: unknown;
            };
            id: string;
            links: components["schemas"]["self_link"];
            /** @enum {string} */
            object: "employee";
        };
        stub_employee_benefit: {
            data?: {
                [key: string]: unknown;
            };
            id: string;
            links: components["schemas"]["self_link"];
            /** @enum {string} */
            object: "employee_benefit";
        };
        stub_employer_benefit: {
            data?: {
                [key: string]: unknown;
            };
            id: string;
            links: components["schemas"]["self_link"];
            /** @enum {string} */
            object: "employer_benefit";
        };
        stub_overtime_rate: {
            data?: {
                [key: string]: unknown;
            };
            id: string;
            links: components["schemas"]["self_link"];
            /** @enum {string} */
            object: "overtime_rate";
        };
        stub_partner: {
            data?: {
                [key: string]: unknown;
            };
            id: string;
            links: components["schemas"]["self_link"];
            /** @enum {string} */
            object: "partner";
        };
        stub_pay_rate: {
            data?: {
                [key: string]: unknown;
            };
            id: string;
            links: components["schemas"]["self_link"];
            /** @enum {string} */
            object: "pay_rate";
        };
        stub_pay_rate_or_earning_or_allowance_or_deduction_or_employee_benefit_or_employer_benefit_or_reimbursement: {
            data?: {
                [key: string]: unknown;
            };
            id: string;
            links: components["schemas"]["self_link"];
            /** @enum {string} */
            object: "pay_rate" | "earning" | "allowance" | "deduction" | "employee_benefit" | "employer_benefit" | "reimbursement";
        };
        stub_pay_schedule: {
            data?: {
                [key: string]: unknown;
            };
            id: string;
            links: components["schemas"]["self_link"];
            /** @enum {string} */
            object: "pay_schedule";
        };
        stub_pay_stub: {
            data?: {
                [key: string]: unknown;
            };
            id: string;
            links: components["schemas"]["self_link"];
            /** @enum {string} */
            object: "pay_stub";
        };
        stub_payroll: {
            data?: {
                [key: string]: unknown;
            };
            id: string;
            links: components["schemas"]["self_link"];
            /** @enum {string} */
            object: "payroll";
        };
        stub_remittance_account: {
            data?: {
                [key: string]: unknown;
            };
            id: string;
            links: components["schemas"]["self_link"];
            /** @enum {string} */
            object: "remittance_account";
        };
        stub_tag: {
            data?: {
                [key: string]: unknown;
            };
            id: string;
            links: components["schemas"]["self_link"];
            /** @enum {string} */
            object: "tag";
        };
        stub_tag_group: {
            data?: {
                [key: string]: unknown;
            };
            id: string;
            links: components["schemas"]["self_link"];
            /** @enum {string} */
            object: "tag_group";
        };
        stub_tax_property: {
            data?: {
                [key: string]: unknown;
            };
            id: string;
            links: components["schemas"]["self_link"];
            /** @enum {string} */
            object: "tax_property";
        };
        stub_work_assignment: {
            data?: {
                [key: string]: unknown;
            };
            id: string;
            links: components["schemas"]["self_link"];
            /** @enum {string} */
            object: "work_assignment";
        };
        tag_assignment_by_percentage: {
            is_component_locked: boolean;
            tag_allocations: {
                tags: string[];
                value: number;
            }[];
            /** @enum {string} */
            unit: "percentage";
        };
        tag_assignment_by_percentage_given: {
            /** @default false */
            is_component_locked?: boolean;
            tag_allocations: {
                tags: string[];
                value: number | string;
            }[];
            /** @enum {string} */
            unit: "percentage";
        };
        tag_assignment_by_percentage_or_amount: {
            is_component_locked: boolean;
            tag_allocations: {
                tags: string[];
                value: number;
            }[];
            /** @enum {string} */
            unit: "percentage" | "amount";
        };
        tag_assignment_by_percentage_or_amount_given: {
            /** @default false */
            is_component_locked?: boolean;
            tag_allocations: {
                tags: string[];
                value: number | string;
            }[];
            /** @enum {string} */
            unit: "percentage" | "amount";
        };
        tag_assignment_by_percentage_or_amount_or_hours: {
            is_component_locked: boolean;
            tag_allocations: {
                tags: string[];
                value: number;
            }[];
            /** @enum {string} */
            unit: "percentage" | "amount" | "hours";
        };
        tag_assignment_by_percentage_or_amount_or_hours_given: {
            /** @default false */
            is_component_locked?: boolean;
            tag_allocations: {
                tags: string[];
                value: number | string;
            }[];
            /** @enum {string} */
            unit: "percentage" | "amount" | "hours";
        };
        tax_property: {
            data: components["schemas"]["tax_property_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "tax_property";
        };
        tax_property_batch_change: {
            /** Format: date */
            effective_from?: string;
            effective_to?: string | null;
            id: string;
            note?: string | null;
            value?: ("ca_ab" | "ca_bc" | "ca_mb" | "ca_nb" | "ca_nl" | "ca_ns" | "ca_nt" | "ca_nu" | "ca_on" | "ca_pe" | "ca_qc" | "ca_sk" | "ca_yt" | "ca_oc") | string | boolean | {
                annual_remuneration?: number | string;
                exemption?: number | string;
                rate?: number | string;
            } | {
                annual_remuneration?: number | string;
                rate?: number | string;
            } | {
                is_new_employer?: boolean;
                /** @enum {string} */
                sector?: "general" | "primary_and_manufacturing" | "public";
            } | {
                training_percentage?: number | string;
            } | ("periodic" | "cumulative") | ("formulas" | "calculator") | ("annualized" | "year_to_date") | ("second" | "first") | ("employee" | "pensioner" | "other") | (number | string) | (number | string) | {
                expenses?: number | string;
                income: number | string;
            } | ("0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "E") | {
                percentage: number | string;
            } | {
                calculate_entitlement?: boolean;
                calculation_strategy?: string;
                hours?: (number | string) | null;
                override_date_basis?: string | null;
                override_rule_set?: string | null;
                pay_rate?: (number | string) | null;
            } | {
                exemption_percentage: number | string;
                /** @default false */
                pension_opt_in?: boolean;
            } | {
                code: string;
                historical_remuneration?: number | string;
                industry: string;
                rate: number | string;
            } | {
                account_identifier?: string;
                employee_rate?: number | string;
                employer_multiplier: number | string;
            };
        };
        tax_property_batch_upsert: (components["schemas"]["tax_property_create"] | components["schemas"]["tax_property_batch_change"])[];
        tax_property_create: {
            /** Format: date */
            effective_from: string;
            effective_to?: string | null;
            note?: string | null;
            owner_id: string;
            /** @enum {string} */
            type: "ca::province_of_employment" | "ca::province_of_work" | "ca::tax_id" | "ca::qc::tax_id" | "ca::federal_oc_surtax_exempt" | "ca::on::eht" | "ca::mb::eht" | "ca::nl::eht" | "ca::bc::eht" | "ca::qc::eht" | "ca::qc::health_services_fund" | "ca::qc::workforce_skills_fund" | "ca::income_tax_method" | "ca::rounding_mode" | "ca::bonus_tax_basis" | "ca::qc::income_tax_method" | "ca::qc::bonus_tax_method" | "ca::payee" | "ca::non_resident" | "ca::pensionable_months" | "ca::federal_tax_exempt" | "ca::provincial_tax_exempt" | "ca::cpp_exempt" | "ca::ei_exempt" | "ca::qc::qpp_exempt" | "ca::qc::qpip_exempt" | "ca::nt::territorial_payroll_tax" | "ca::nu::territorial_payroll_tax" | "ca::federal::additional_tax" | "ca::federal::claim_amount" | "ca::federal::claim_amount_not_indexed" | "ca::federal::total_income_less_than_total_claim_amount" | "ca::federal::annual_deduction_at_source" | "ca::federal::annual_credit_at_source" | "ca::federal::northern_deduction" | "ca::federal::alimony" | "ca::federal::labour_sponsored_shares" | "ca::federal::commission" | "ca::federal::claim_code" | "ca::qc::commission" | "ca::qc::fhsa" | "ca::qc::form_deductions" | "ca::qc::annual_deduction_at_source" | "ca::ab::annual_credit_at_source" | "ca::bc::annual_credit_at_source" | "ca::mb::annual_credit_at_source" | "ca::nb::annual_credit_at_source" | "ca::nl::annual_credit_at_source" | "ca::ns::annual_credit_at_source" | "ca::nt::annual_credit_at_source" | "ca::nu::annual_credit_at_source" | "ca::on::annual_credit_at_source" | "ca::pe::annual_credit_at_source" | "ca::qc::annual_credit_at_source" | "ca::sk::annual_credit_at_source" | "ca::yt::annual_credit_at_source" | "ca::ab::claim_code" | "ca::bc::claim_code" | "ca::mb::claim_code" | "ca::nb::claim_code" | "ca::nl::claim_code" | "ca::ns::claim_code" | "ca::nt::claim_code" | "ca::nu::claim_code" | "ca::on::claim_code" | "ca::pe::claim_code" | "ca::sk::claim_code" | "ca::yt::claim_code" | "ca::mb::labour_sponsored_shares" | "ca::nb::labour_sponsored_shares" | "ca::ns::labour_sponsored_shares" | "ca::sk::labour_sponsored_shares" | "ca::statutory_holiday_pay" | "ca::first_nation_exemptions" | "ca::ab::workers_compensation_class" | "ca::bc::workers_compensation_class" | "ca::mb::workers_compensation_class" | "ca::nb::workers_compensation_class" | "ca::nl::workers_compensation_class" | "ca::ns::workers_compensation_class" | "ca::nt::workers_compensation_class" | "ca::nu::workers_compensation_class" | "ca::on::workers_compensation_class" | "ca::pe::workers_compensation_class" | "ca::qc::workers_compensation_class" | "ca::sk::workers_compensation_class" | "ca::yt::workers_compensation_class" | "ca::ab::claim_amount" | "ca::bc::claim_amount" | "ca::mb::claim_amount" | "ca::nb::claim_amount" | "ca::nl::claim_amount" | "ca::ns::claim_amount" | "ca::nt::claim_amount" | "ca::nu::claim_amount" | "ca::on::claim_amount" | "ca::pe::claim_amount" | "ca::qc::claim_amount" | "ca::sk::claim_amount" | "ca::yt::claim_amount" | "ca::ab::claim_amount_not_indexed" | "ca::bc::claim_amount_not_indexed" | "ca::mb::claim_amount_not_indexed" | "ca::nb::claim_amount_not_indexed" | "ca::nl::claim_amount_not_indexed" | "ca::ns::claim_amount_not_indexed" | "ca::nt::claim_amount_not_indexed" | "ca::nu::claim_amount_not_indexed" | "ca::pe::claim_amount_not_indexed" | "ca::qc::claim_amount_not_indexed" | "ca::sk::claim_amount_not_indexed" | "ca::yt::claim_amount_not_indexed" | "ca::ab::total_income_less_than_total_claim_amount" | "ca::bc::total_income_less_than_total_claim_amount" | "ca::mb::total_income_less_than_total_claim_amount" | "ca::nb::total_income_less_than_total_claim_amount" | "ca::nl::total_income_less_than_total_claim_amount" | "ca::ns::total_income_less_than_total_claim_amount" | "ca::nt::total_income_less_than_total_claim_amount" | "ca::nu::total_income_less_than_total_claim_amount" | "ca::pe::total_income_less_than_total_claim_amount" | "ca::sk::total_income_less_than_total_claim_amount" | "ca::yt::total_income_less_than_total_claim_amount" | "ca::on::dependent_children_credit" | "ca::on::impaired_dependants_credit" | "ca::qc::additional_tax" | "ca::ei_premium_reduction";
            value?: (string | boolean | number | {
                [key: string]: unknown;
            }) | null;
        } | {
            owner_id?: string;
            /** @enum {unknown} */
            type?: "ca::province_of_employment";
            /** @enum {string} */
            value: "ca_ab" | "ca_bc" | "ca_mb" | "ca_nb" | "ca_nl" | "ca_ns" | "ca_nt" | "ca_nu" | "ca_on" | "ca_pe" | "ca_qc" | "ca_sk" | "ca_yt" | "ca_oc";
        } | {
            owner_id?: string;
            /** @enum {unknown} */
            type?: "ca::province_of_work";
            /** @enum {string} */
            value: "ca_ab" | "ca_bc" | "ca_mb" | "ca_nb" | "ca_nl" | "ca_ns" | "ca_nt" | "ca_nu" | "ca_on" | "ca_pe" | "ca_qc" | "ca_sk" | "ca_yt" | "ca_oc";
        } | {
            owner_id?: string;
            /** @enum {unknown} */
            type?: "ca::tax_id";
            value: string;
        } | {
            owner_id?: string;
            /** @enum {unknown} */
            type?: "ca::qc::tax_id";
            value: string;
        } | {
            owner_id?: string;
            /** @enum {unknown} */
            type?: "ca::federal_oc_surtax_exempt";
            value: boolean;
        } | {
            owner_id?: string;
            /** @enum {unknown} */
            type?: "ca::on::eht" | "ca::mb::eht" | "ca::nl::eht" | "ca::bc::eht";
            value: {
                annual_remuneration?: number | string;
                exemption?: number | string;
                rate?: number | string;
            };
        } | {
            owner_id?: string;
            /** @enum {unknown} */
            type?: "ca::qc::eht";
            value: {
                annual_remuneration?: number | string;
                rate?: number | string;
            };
        } | {
            owner_id?: string;
            /** @enum {unknown} */
            type?: "ca::qc::health_services_fund";
            value: {
                is_new_employer?: boolean;
                /** @enum {string} */
                sector?: "general" | "primary_and_manufacturing" | "public";
            };
        } | {
            owner_id?: string;
            /** @enum {unknown} */
            type?: "ca::qc::workforce_skills_fund";
            value: {
                training_percentage?: number | string;
            };
        } | {
            owner_id?: string;
            /** @enum {unknown} */
            type?: "ca::income_tax_method" | "ca::qc::income_tax_method";
            /** @enum {string} */
            value: "periodic" | "cumulative";
        } | {
            owner_id?: string;
            /** @enum {unknown} */
            type?: "ca::rounding_mode";
            /** @enum {string} */
            value: "formulas" | "calculator";
        } | {
            owner_id?: string;
            /** @enum {unknown} */
            type?: "ca::bonus_tax_basis";
            /** @enum {string} */
            value: "annualized" | "year_to_date";
        } | {
            owner_id?: string;
            /** @enum {unknown} */
            type?: "ca::qc::bonus_tax_method";
            /** @enum {string} */
            value: "second" | "first";
        } | {
            owner_id?: string;
            /** @enum {unknown} */
            type?: "ca::payee";
            /** @enum {string} */
            value: "employee" | "pensioner" | "other";
        } | {
            owner_id?: string;
            /** @enum {unknown} */
            type?: "ca::non_resident" | "ca::federal_tax_exempt" | "ca::provincial_tax_exempt" | "ca::cpp_exempt" | "ca::ei_exempt" | "ca::qc::qpp_exempt" | "ca::qc::qpip_exempt" | "ca::nt::territorial_payroll_tax" | "ca::nu::territorial_payroll_tax" | "ca::federal::total_income_less_than_total_claim_amount" | "ca::ab::total_income_less_than_total_claim_amount" | "ca::bc::total_income_less_than_total_claim_amount" | "ca::mb::total_income_less_than_total_claim_amount" | "ca::nb::total_income_less_than_total_claim_amount" | "ca::nl::total_income_less_than_total_claim_amount" | "ca::ns::total_income_less_than_total_claim_amount" | "ca::nt::total_income_less_than_total_claim_amount" | "ca::nu::total_income_less_than_total_claim_amount" | "ca::pe::total_income_less_than_total_claim_amount" | "ca::sk::total_income_less_than_total_claim_amount" | "ca::yt::total_income_less_than_total_claim_amount";
            value: boolean;
        } | {
            owner_id?: string;
            /** @enum {unknown} */
            type?: "ca::pensionable_months";
            value: number | string;
        } | {
            owner_id?: string;
            /** @enum {unknown} */
            type?: "ca::federal::additional_tax" | "ca::federal::claim_amount" | "ca::federal::claim_amount_not_indexed" | "ca::federal::annual_deduction_at_source" | "ca::federal::annual_credit_at_source" | "ca::federal::northern_deduction" | "ca::federal::alimony" | "ca::federal::labour_sponsored_shares" | "ca::qc::fhsa" | "ca::qc::form_deductions" | "ca::qc::annual_deduction_at_source" | "ca::ab::annual_credit_at_source" | "ca::bc::annual_credit_at_source" | "ca::mb::annual_credit_at_source" | "ca::nb::annual_credit_at_source" | "ca::nl::annual_credit_at_source" | "ca::ns::annual_credit_at_source" | "ca::nt::annual_credit_at_source" | "ca::nu::annual_credit_at_source" | "ca::on::annual_credit_at_source" | "ca::pe::annual_credit_at_source" | "ca::qc::annual_credit_at_source" | "ca::sk::annual_credit_at_source" | "ca::yt::annual_credit_at_source" | "ca::mb::labour_sponsored_shares" | "ca::nb::labour_sponsored_shares" | "ca::ns::labour_sponsored_shares" | "ca::sk::labour_sponsored_shares" | "ca::ab::claim_amount" | "ca::bc::claim_amount" | "ca::mb::claim_amount" | "ca::nb::claim_amount" | "ca::nl::claim_amount" | "ca::ns::claim_amount" | "ca::nt::claim_amount" | "ca::nu::claim_amount" | "ca::on::claim_amount" | "ca::pe::claim_amount" | "ca::qc::claim_amount" | "ca::sk::claim_amount" | "ca::yt::claim_amount" | "ca::ab::claim_amount_not_indexed" | "ca::bc::claim_amount_not_indexed" | "ca::mb::claim_amount_not_indexed" | "ca::nb::claim_amount_not_indexed" | "ca::nl::claim_amount_not_indexed" | "ca::ns::claim_amount_not_indexed" | "ca::nt::claim_amount_not_indexed" | "ca::nu::claim_amount_not_indexed" | "ca::pe::claim_amount_not_indexed" | "ca::qc::claim_amount_not_indexed" | "ca::sk::claim_amount_not_indexed" | "ca::yt::claim_amount_not_indexed" | "ca::on::dependent_children_credit" | "ca::on::impaired_dependants_credit" | "ca::qc::additional_tax";
            value: number | string;
        } | {
            owner_id?: string;
            /** @enum {unknown} */
            type?: "ca::federal::commission";
            value: {
                expenses?: number | string;
                income: number | string;
            };
        } | {
            owner_id?: string;
            /** @enum {unknown} */
            type?: "ca::federal::claim_code" | "ca::ab::claim_code" | "ca::bc::claim_code" | "ca::mb::claim_code" | "ca::nb::claim_code" | "ca::nl::claim_code" | "ca::ns::claim_code" | "ca::nt::claim_code" | "ca::nu::claim_code" | "ca::on::claim_code" | "ca::pe::claim_code" | "ca::sk::claim_code" | "ca::yt::claim_code";
            /** @enum {string} */
            value: "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "E";
        } | {
            owner_id?: string;
            /** @enum {unknown} */
            type?: "ca::qc::commission";
            value: {
                percentage: number | string;
            };
        } | {
            owner_id?: string;
            /** @enum {unknown} */
            type?: "ca::statutory_holiday_pay";
            value: {
                calculate_entitlement?: boolean;
                calculation_strategy?: string;
                hours?: (number | string) | null;
                override_date_basis?: string | null;
                override_rule_set?: string | null;
                pay_rate?: (number | string) | null;
            };
        } | {
            owner_id?: string;
            /** @enum {unknown} */
            type?: "ca::first_nation_exemptions";
            value: {
                exemption_percentage: number | string;
                /** @default false */
                pension_opt_in?: boolean;
            };
        } | {
            owner_id?: string;
            /** @enum {unknown} */
            type?: "ca::ab::workers_compensation_class" | "ca::bc::workers_compensation_class" | "ca::mb::workers_compensation_class" | "ca::nb::workers_compensation_class" | "ca::nl::workers_compensation_class" | "ca::ns::workers_compensation_class" | "ca::nt::workers_compensation_class" | "ca::nu::workers_compensation_class" | "ca::on::workers_compensation_class" | "ca::pe::workers_compensation_class" | "ca::qc::workers_compensation_class" | "ca::sk::workers_compensation_class" | "ca::yt::workers_compensation_class";
            value: {
                code: string;
                historical_remuneration?: number | string;
                industry: string;
                rate: number | string;
            };
        } | {
            owner_id?: string;
            /** @enum {unknown} */
            type?: "ca::ei_premium_reduction";
            value: {
                account_identifier?: string;
                employee_rate?: number | string;
                employer_multiplier: number | string;
            };
        };
        tax_property_data: {
            allow_concurrent: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date */
            earliest_valid_effective_to: string;
            /** Format: date */
            effective_from: string;
            effective_to: string | null;
            feature: string;
            /** @enum {string} */
            format: "string" | "boolean" | "numeric" | "date" | "object";
            is_deletable: boolean;
            is_editable: boolean;
            label: string;
            note: string | null;
            options: {
                [key: string]: string;
            } | null;
            owner: components["schemas"]["stub_business_entity_or_work_assignment_or_remittance_account"];
            /** @enum {string} */
            type: "ca::province_of_employment" | "ca::province_of_work" | "ca::tax_id" | "ca::qc::tax_id" | "ca::federal_oc_surtax_exempt" | "ca::on::eht" | "ca::mb::eht" | "ca::nl::eht" | "ca::bc::eht" | "ca::qc::eht" | "ca::qc::health_services_fund" | "ca::qc::workforce_skills_fund" | "ca::income_tax_method" | "ca::rounding_mode" | "ca::bonus_tax_basis" | "ca::qc::income_tax_method" | "ca::qc::bonus_tax_method" | "ca::payee" | "ca::non_resident" | "ca::pensionable_months" | "ca::federal_tax_exempt" | "ca::provincial_tax_exempt" | "ca::cpp_exempt" | "ca::ei_exempt" | "ca::qc::qpp_exempt" | "ca::qc::qpip_exempt" | "ca::nt::territorial_payroll_tax" | "ca::nu::territorial_payroll_tax" | "ca::federal::additional_tax" | "ca::federal::claim_amount" | "ca::federal::claim_amount_not_indexed" | "ca::federal::total_income_less_than_total_claim_amount" | "ca::federal::annual_deduction_at_source" | "ca::federal::annual_credit_at_source" | "ca::federal::northern_deduction" | "ca::federal::alimony" | "ca::federal::labour_sponsored_shares" | "ca::federal::commission" | "ca::federal::claim_code" | "ca::qc::commission" | "ca::qc::fhsa" | "ca::qc::form_deductions" | "ca::qc::annual_deduction_at_source" | "ca::ab::annual_credit_at_source" | "ca::bc::annual_credit_at_source" | "ca::mb::annual_credit_at_source" | "ca::nb::annual_credit_at_source" | "ca::nl::annual_credit_at_source" | "ca::ns::annual_credit_at_source" | "ca::nt::annual_credit_at_source" | "ca::nu::annual_credit_at_source" | "ca::on::annual_credit_at_source" | "ca::pe::annual_credit_at_source" | "ca::qc::annual_credit_at_source" | "ca::sk::annual_credit_at_source" | "ca::yt::annual_credit_at_source" | "ca::ab::claim_code" | "ca::bc::claim_code" | "ca::mb::claim_code" | "ca::nb::claim_code" | "ca::nl::claim_code" | "ca::ns::claim_code" | "ca::nt::claim_code" | "ca::nu::claim_code" | "ca::on::claim_code" | "ca::pe::claim_code" | "ca::sk::claim_code" | "ca::yt::claim_code" | "ca::mb::labour_sponsored_shares" | "ca::nb::labour_sponsored_shares" | "ca::ns::labour_sponsored_shares" | "ca::sk::labour_sponsored_shares" | "ca::statutory_holiday_pay" | "ca::first_nation_exemptions" | "ca::ab::workers_compensation_class" | "ca::bc::workers_compensation_class" | "ca::mb::workers_compensation_class" | "ca::nb::workers_compensation_class" | "ca::nl::workers_compensation_class" | "ca::ns::workers_compensation_class" | "ca::nt::workers_compensation_class" | "ca::nu::workers_compensation_class" | "ca::on::workers_compensation_class" | "ca::pe::workers_compensation_class" | "ca::qc::workers_compensation_class" | "ca::sk::workers_compensation_class" | "ca::yt::workers_compensation_class" | "ca::ab::claim_amount" | "ca::bc::claim_amount" | "ca::mb::claim_amount" | "ca::nb::claim_amount" | "ca::nl::claim_amount" | "ca::ns::claim_amount" | "ca::nt::claim_amount" | "ca::nu::claim_amount" | "ca::on::claim_amount" | "ca::pe::claim_amount" | "ca::qc::claim_amount" | "ca::sk::claim_amount" | "ca::yt::claim_amount" | "ca::ab::claim_amount_not_indexed" | "ca::bc::claim_amount_not_indexed" | "ca::mb::claim_amount_not_indexed" | "ca::nb::claim_amount_not_indexed" | "ca::nl::claim_amount_not_indexed" | "ca::ns::claim_amount_not_indexed" | "ca::nt::claim_amount_not_indexed" | "ca::nu::claim_amount_not_indexed" | "ca::pe::claim_amount_not_indexed" | "ca::qc::claim_amount_not_indexed" | "ca::sk::claim_amount_not_indexed" | "ca::yt::claim_amount_not_indexed" | "ca::ab::total_income_less_than_total_claim_amount" | "ca::bc::total_income_less_than_total_claim_amount" | "ca::mb::total_income_less_than_total_claim_amount" | "ca::nb::total_income_less_than_total_claim_amount" | "ca::nl::total_income_less_than_total_claim_amount" | "ca::ns::total_income_less_than_total_claim_amount" | "ca::nt::total_income_less_than_total_claim_amount" | "ca::nu::total_income_less_than_total_claim_amount" | "ca::pe::total_income_less_than_total_claim_amount" | "ca::sk::total_income_less_than_total_claim_amount" | "ca::yt::total_income_less_than_total_claim_amount" | "ca::on::dependent_children_credit" | "ca::on::impaired_dependants_credit" | "ca::qc::additional_tax" | "ca::ei_premium_reduction";
            /** Format: date-time */
            updated_at: string;
            value: (string | boolean | number | {
                [key: string]: unknown;
            }) | null;
        };
        tax_property_list: {
            data: components["schemas"]["tax_property"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        tax_property_of_new_business_entity: {
            /** Format: date */
            effective_from: string;
            effective_to?: string | null;
            note?: string | null;
            /** @enum {string} */
            type: "ca::province_of_employment" | "ca::tax_id" | "ca::qc::tax_id" | "ca::federal_oc_surtax_exempt" | "ca::on::eht" | "ca::mb::eht" | "ca::nl::eht" | "ca::bc::eht" | "ca::qc::eht" | "ca::qc::health_services_fund" | "ca::qc::workforce_skills_fund" | "ca::income_tax_method" | "ca::rounding_mode" | "ca::bonus_tax_basis" | "ca::qc::income_tax_method" | "ca::qc::bonus_tax_method" | "ca::ei_premium_reduction";
            value?: (string | boolean | number | {
                [key: string]: unknown;
            }) | null;
        } | {
            /** @enum {unknown} */
            type?: "ca::province_of_employment";
            /** @enum {string} */
            value: "ca_ab" | "ca_bc" | "ca_mb" | "ca_nb" | "ca_nl" | "ca_ns" | "ca_nt" | "ca_nu" | "ca_on" | "ca_pe" | "ca_qc" | "ca_sk" | "ca_yt" | "ca_oc";
        } | {
            /** @enum {unknown} */
            type?: "ca::tax_id";
            value: string;
        } | {
            /** @enum {unknown} */
            type?: "ca::qc::tax_id";
            value: string;
        } | {
            /** @enum {unknown} */
            type?: "ca::federal_oc_surtax_exempt";
            value: boolean;
        } | {
            /** @enum {unknown} */
            type?: "ca::on::eht" | "ca::mb::eht" | "ca::nl::eht" | "ca::bc::eht";
            value: {
                annual_remuneration?: number | string;
                exemption?: number | string;
                rate?: number | string;
            };
        } | {
            /** @enum {unknown} */
            type?: "ca::qc::eht";
            value: {
                annual_remuneration?: number | string;
                rate?: number | string;
            };
        } | {
            /** @enum {unknown} */
            type?: "ca::qc::health_services_fund";
            value: {
                is_new_employer?: boolean;
                /** @enum {string} */
                sector?: "general" | "primary_and_manufacturing" | "public";
            };
        } | {
            /** @enum {unknown} */
            type?: "ca::qc::workforce_skills_fund";
            value: {
                training_percentage?: number | string;
            };
        } | {
            /** @enum {unknown} */
            type?: "ca::income_tax_method" | "ca::qc::income_tax_method";
            /** @enum {string} */
            value: "periodic" | "cumulative";
        } | {
            /** @enum {unknown} */
            type?: "ca::rounding_mode";
            /** @enum {string} */
            value: "formulas" | "calculator";
        } | {
            /** @enum {unknown} */
            type?: "ca::bonus_tax_basis";
            /** @enum {string} */
            value: "annualized" | "year_to_date";
        } | {
            /** @enum {unknown} */
            type?: "ca::qc::bonus_tax_method";
            /** @enum {string} */
            value: "second" | "first";
        } | {
            /** @enum {unknown} */
            type?: "ca::ei_premium_reduction";
            value: {
                account_identifier?: string;
                employee_rate?: number | string;
                employer_multiplier: number | string;
            };
        };
        tax_property_of_new_work_assignment: {
            /** Format: date */
            effective_from: string;
            effective_to?: string | null;
            note?: string | null;
            owner_id?: null;
            /** @enum {string} */
            type: "ca::province_of_employment" | "ca::province_of_work" | "ca::federal_oc_surtax_exempt" | "ca::income_tax_method" | "ca::bonus_tax_basis" | "ca::qc::income_tax_method" | "ca::qc::bonus_tax_method" | "ca::payee" | "ca::non_resident" | "ca::pensionable_months" | "ca::federal_tax_exempt" | "ca::provincial_tax_exempt" | "ca::cpp_exempt" | "ca::ei_exempt" | "ca::qc::qpp_exempt" | "ca::qc::qpip_exempt" | "ca::nt::territorial_payroll_tax" | "ca::nu::territorial_payroll_tax" | "ca::federal::additional_tax" | "ca::federal::claim_amount" | "ca::federal::claim_amount_not_indexed" | "ca::federal::total_income_less_than_total_claim_amount" | "ca::federal::annual_deduction_at_source" | "ca::federal::annual_credit_at_source" | "ca::federal::northern_deduction" | "ca::federal::alimony" | "ca::federal::labour_sponsored_shares" | "ca::federal::commission" | "ca::federal::claim_code" | "ca::qc::commission" | "ca::qc::fhsa" | "ca::qc::form_deductions" | "ca::qc::annual_deduction_at_source" | "ca::ab::annual_credit_at_source" | "ca::bc::annual_credit_at_source" | "ca::mb::annual_credit_at_source" | "ca::nb::annual_credit_at_source" | "ca::nl::annual_credit_at_source" | "ca::ns::annual_credit_at_source" | "ca::nt::annual_credit_at_source" | "ca::nu::annual_credit_at_source" | "ca::on::annual_credit_at_source" | "ca::pe::annual_credit_at_source" | "ca::qc::annual_credit_at_source" | "ca::sk::annual_credit_at_source" | "ca::yt::annual_credit_at_source" | "ca::ab::claim_code" | "ca::bc::claim_code" | "ca::mb::claim_code" | "ca::nb::claim_code" | "ca::nl::claim_code" | "ca::ns::claim_code" | "ca::nt::claim_code" | "ca::nu::claim_code" | "ca::on::claim_code" | "ca::pe::claim_code" | "ca::sk::claim_code" | "ca::yt::claim_code" | "ca::mb::labour_sponsored_shares" | "ca::nb::labour_sponsored_shares" | "ca::ns::labour_sponsored_shares" | "ca::sk::labour_sponsored_shares" | "ca::statutory_holiday_pay" | "ca::first_nation_exemptions" | "ca::ab::workers_compensation_class" | "ca::bc::workers_compensation_class" | "ca::mb::workers_compensation_class" | "ca::nb::workers_compensation_class" | "ca::nl::workers_compensation_class" | "ca::ns::workers_compensation_class" | "ca::nt::workers_compensation_class" | "ca::nu::workers_compensation_class" | "ca::on::workers_compensation_class" | "ca::pe::workers_compensation_class" | "ca::qc::workers_compensation_class" | "ca::sk::workers_compensation_class" | "ca::yt::workers_compensation_class" | "ca::ab::claim_amount" | "ca::bc::claim_amount" | "ca::mb::claim_amount" | "ca::nb::claim_amount" | "ca::nl::claim_amount" | "ca::ns::claim_amount" | "ca::nt::claim_amount" | "ca::nu::claim_amount" | "ca::on::claim_amount" | "ca::pe::claim_amount" | "ca::qc::claim_amount" | "ca::sk::claim_amount" | "ca::yt::claim_amount" | "ca::ab::claim_amount_not_indexed" | "ca::bc::claim_amount_not_indexed" | "ca::mb::claim_amount_not_indexed" | "ca::nb::claim_amount_not_indexed" | "ca::nl::claim_amount_not_indexed" | "ca::ns::claim_amount_not_indexed" | "ca::nt::claim_amount_not_indexed" | "ca::nu::claim_amount_not_indexed" | "ca::pe::claim_amount_not_indexed" | "ca::qc::claim_amount_not_indexed" | "ca::sk::claim_amount_not_indexed" | "ca::yt::claim_amount_not_indexed" | "ca::ab::total_income_less_than_total_claim_amount" | "ca::bc::total_income_less_than_total_claim_amount" | "ca::mb::total_income_less_than_total_claim_amount" | "ca::nb::total_income_less_than_total_claim_amount" | "ca::nl::total_income_less_than_total_claim_amount" | "ca::ns::total_income_less_than_total_claim_amount" | "ca::nt::total_income_less_than_total_claim_amount" | "ca::nu::total_income_less_than_total_claim_amount" | "ca::pe::total_income_less_than_total_claim_amount" | "ca::sk::total_income_less_than_total_claim_amount" | "ca::yt::total_income_less_than_total_claim_amount" | "ca::on::dependent_children_credit" | "ca::on::impaired_dependants_credit" | "ca::qc::additional_tax" | "ca::ei_premium_reduction";
            value?: (string | boolean | number | {
                [key: string]: unknown;
            }) | null;
        } | {
            /** @enum {unknown} */
            type?: "ca::province_of_employment" | "ca::province_of_work";
            /** @enum {string} */
            value: "ca_ab" | "ca_bc" | "ca_mb" | "ca_nb" | "ca_nl" | "ca_ns" | "ca_nt" | "ca_nu" | "ca_on" | "ca_pe" | "ca_qc" | "ca_sk" | "ca_yt" | "ca_oc";
        } | {
            /** @enum {unknown} */
            type?: "ca::federal_oc_surtax_exempt" | "ca::non_resident" | "ca::federal_tax_exempt" | "ca::provincial_tax_exempt" | "ca::cpp_exempt" | "ca::ei_exempt" | "ca::qc::qpp_exempt" | "ca::qc::qpip_exempt" | "ca::nt::territorial_payroll_tax" | "ca::nu::territorial_payroll_tax" | "ca::federal::total_income_less_than_total_claim_amount" | "ca::ab::total_income_less_than_total_claim_amount" | "ca::bc::total_income_less_than_total_claim_amount" | "ca::mb::total_income_less_than_total_claim_amount" | "ca::nb::total_income_less_than_total_claim_amount" | "ca::nl::total_income_less_than_total_claim_amount" | "ca::ns::total_income_less_than_total_claim_amount" | "ca::nt::total_income_less_than_total_claim_amount" | "ca::nu::total_income_less_than_total_claim_amount" | "ca::pe::total_income_less_than_total_claim_amount" | "ca::sk::total_income_less_than_total_claim_amount" | "ca::yt::total_income_less_than_total_claim_amount";
            value: boolean;
        } | {
            /** @enum {unknown} */
            type?: "ca::income_tax_method" | "ca::qc::income_tax_method";
            /** @enum {string} */
            value: "periodic" | "cumulative";
        } | {
            /** @enum {unknown} */
            type?: "ca::bonus_tax_basis";
            /** @enum {string} */
            value: "annualized" | "year_to_date";
        } | {
            /** @enum {unknown} */
            type?: "ca::qc::bonus_tax_method";
            /** @enum {string} */
            value: "second" | "first";
        } | {
            /** @enum {unknown} */
            type?: "ca::payee";
            /** @enum {string} */
            value: "employee" | "pensioner" | "other";
        } | {
            /** @enum {unknown} */
            type?: "ca::pensionable_months";
            value: number | string;
        } | {
            /** @enum {unknown} */
            type?: "ca::federal::additional_tax" | "ca::federal::claim_amount" | "ca::federal::claim_amount_not_indexed" | "ca::federal::annual_deduction_at_source" | "ca::federal::annual_credit_at_source" | "ca::federal::northern_deduction" | "ca::federal::alimony" | "ca::federal::labour_sponsored_shares" | "ca::qc::fhsa" | "ca::qc::form_deductions" | "ca::qc::annual_deduction_at_source" | "ca::ab::annual_credit_at_source" | "ca::bc::annual_credit_at_source" | "ca::mb::annual_credit_at_source" | "ca::nb::annual_credit_at_source" | "ca::nl::annual_credit_at_source" | "ca::ns::annual_credit_at_source" | "ca::nt::annual_credit_at_source" | "ca::nu::annual_credit_at_source" | "ca::on::annual_credit_at_source" | "ca::pe::annual_credit_at_source" | "ca::qc::annual_credit_at_source" | "ca::sk::annual_credit_at_source" | "ca::yt::annual_credit_at_source" | "ca::mb::labour_sponsored_shares" | "ca::nb::labour_sponsored_shares" | "ca::ns::labour_sponsored_shares" | "ca::sk::labour_sponsored_shares" | "ca::ab::claim_amount" | "ca::bc::claim_amount" | "ca::mb::claim_amount" | "ca::nb::claim_amount" | "ca::nl::claim_amount" | "ca::ns::claim_amount" | "ca::nt::claim_amount" | "ca::nu::claim_amount" | "ca::on::claim_amount" | "ca::pe::claim_amount" | "ca::qc::claim_amount" | "ca::sk::claim_amount" | "ca::yt::claim_amount" | "ca::ab::claim_amount_not_indexed" | "ca::bc::claim_amount_not_indexed" | "ca::mb::claim_amount_not_indexed" | "ca::nb::claim_amount_not_indexed" | "ca::nl::claim_amount_not_indexed" | "ca::ns::claim_amount_not_indexed" | "ca::nt::claim_amount_not_indexed" | "ca::nu::claim_amount_not_indexed" | "ca::pe::claim_amount_not_indexed" | "ca::qc::claim_amount_not_indexed" | "ca::sk::claim_amount_not_indexed" | "ca::yt::claim_amount_not_indexed" | "ca::on::dependent_children_credit" | "ca::on::impaired_dependants_credit" | "ca::qc::additional_tax";
            value: number | string;
        } | {
            /** @enum {unknown} */
            type?: "ca::federal::commission";
            value: {
                expenses?: number | string;
                income: number | string;
            };
        } | {
            /** @enum {unknown} */
            type?: "ca::federal::claim_code" | "ca::ab::claim_code" | "ca::bc::claim_code" | "ca::mb::claim_code" | "ca::nb::claim_code" | "ca::nl::claim_code" | "ca::ns::claim_code" | "ca::nt::claim_code" | "ca::nu::claim_code" | "ca::on::claim_code" | "ca::pe::claim_code" | "ca::sk::claim_code" | "ca::yt::claim_code";
            /** @enum {string} */
            value: "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "E";
        } | {
            /** @enum {unknown} */
            type?: "ca::qc::commission";
            value: {
                percentage: number | string;
            };
        } | {
            /** @enum {unknown} */
            type?: "ca::statutory_holiday_pay";
            value: {
                calculate_entitlement?: boolean;
                calculation_strategy?: string;
                hours?: (number | string) | null;
                override_date_basis?: string | null;
                override_rule_set?: string | null;
                pay_rate?: (number | string) | null;
            };
        } | {
            /** @enum {unknown} */
            type?: "ca::first_nation_exemptions";
            value: {
                exemption_percentage: number | string;
                /** @default false */
                pension_opt_in?: boolean;
            };
        } | {
            /** @enum {unknown} */
            type?: "ca::ab::workers_compensation_class" | "ca::bc::workers_compensation_class" | "ca::mb::workers_compensation_class" | "ca::nb::workers_compensation_class" | "ca::nl::workers_compensation_class" | "ca::ns::workers_compensation_class" | "ca::nt::workers_compensation_class" | "ca::nu::workers_compensation_class" | "ca::on::workers_compensation_class" | "ca::pe::workers_compensation_class" | "ca::qc::workers_compensation_class" | "ca::sk::workers_compensation_class" | "ca::yt::workers_compensation_class";
            value: {
                code: string;
                historical_remuneration?: number | string;
                industry: string;
                rate: number | string;
            };
        } | {
            /** @enum {unknown} */
            type?: "ca::ei_premium_reduction";
            value: {
                account_identifier?: string;
                employee_rate?: number | string;
                employer_multiplier: number | string;
            };
        };
        tax_property_template: {
            data: {
                allow_concurrent: boolean;
                feature: string;
                /** @enum {string} */
                format: "string" | "boolean" | "numeric" | "date" | "object";
                label: string;
                nullable: boolean;
                options: {
                    [key: string]: string;
                } | null;
                /** @enum {string} */
                type: "ca::province_of_employment" | "ca::province_of_work" | "ca::tax_id" | "ca::qc::tax_id" | "ca::federal_oc_surtax_exempt" | "ca::on::eht" | "ca::mb::eht" | "ca::nl::eht" | "ca::bc::eht" | "ca::qc::eht" | "ca::qc::health_services_fund" | "ca::qc::workforce_skills_fund" | "ca::income_tax_method" | "ca::rounding_mode" | "ca::bonus_tax_basis" | "ca::qc::income_tax_method" | "ca::qc::bonus_tax_method" | "ca::payee" | "ca::non_resident" | "ca::pensionable_months" | "ca::federal_tax_exempt" | "ca::provincial_tax_exempt" | "ca::cpp_exempt" | "ca::ei_exempt" | "ca::qc::qpp_exempt" | "ca::qc::qpip_exempt" | "ca::nt::territorial_payroll_tax" | "ca::nu::territorial_payroll_tax" | "ca::federal::additional_tax" | "ca::federal::claim_amount" | "ca::federal::claim_amount_not_indexed" | "ca::federal::total_income_less_than_total_claim_amount" | "ca::federal::annual_deduction_at_source" | "ca::federal::annual_credit_at_source" | "ca::federal::northern_deduction" | "ca::federal::alimony" | "ca::federal::labour_sponsored_shares" | "ca::federal::commission" | "ca::federal::claim_code" | "ca::qc::commission" | "ca::qc::fhsa" | "ca::qc::form_deductions" | "ca::qc::annual_deduction_at_source" | "ca::ab::annual_credit_at_source" | "ca::bc::annual_credit_at_source" | "ca::mb::annual_credit_at_source" | "ca::nb::annual_credit_at_source" | "ca::nl::annual_credit_at_source" | "ca::ns::annual_credit_at_source" | "ca::nt::annual_credit_at_source" | "ca::nu::annual_credit_at_source" | "ca::on::annual_credit_at_source" | "ca::pe::annual_credit_at_source" | "ca::qc::annual_credit_at_source" | "ca::sk::annual_credit_at_source" | "ca::yt::annual_credit_at_source" | "ca::ab::claim_code" | "ca::bc::claim_code" | "ca::mb::claim_code" | "ca::nb::claim_code" | "ca::nl::claim_code" | "ca::ns::claim_code" | "ca::nt::claim_code" | "ca::nu::claim_code" | "ca::on::claim_code" | "ca::pe::claim_code" | "ca::sk::claim_code" | "ca::yt::claim_code" | "ca::mb::labour_sponsored_shares" | "ca::nb::labour_sponsored_shares" | "ca::ns::labour_sponsored_shares" | "ca::sk::labour_sponsored_shares" | "ca::statutory_holiday_pay" | "ca::first_nation_exemptions" | "ca::ab::workers_compensation_class" | "ca::bc::workers_compensation_class" | "ca::mb::workers_compensation_class" | "ca::nb::workers_compensation_class" | "ca::nl::workers_compensation_class" | "ca::ns::workers_compensation_class" | "ca::nt::workers_compensation_class" | "ca::nu::workers_compensation_class" | "ca::on::workers_compensation_class" | "ca::pe::workers_compensation_class" | "ca::qc::workers_compensation_class" | "ca::sk::workers_compensation_class" | "ca::yt::workers_compensation_class" | "ca::ab::claim_amount" | "ca::bc::claim_amount" | "ca::mb::claim_amount" | "ca::nb::claim_amount" | "ca::nl::claim_amount" | "ca::ns::claim_amount" | "ca::nt::claim_amount" | "ca::nu::claim_amount" | "ca::on::claim_amount" | "ca::pe::claim_amount" | "ca::qc::claim_amount" | "ca::sk::claim_amount" | "ca::yt::claim_amount" | "ca::ab::claim_amount_not_indexed" | "ca::bc::claim_amount_not_indexed" | "ca::mb::claim_amount_not_indexed" | "ca::nb::claim_amount_not_indexed" | "ca::nl::claim_amount_not_indexed" | "ca::ns::claim_amount_not_indexed" | "ca::nt::claim_amount_not_indexed" | "ca::nu::claim_amount_not_indexed" | "ca::pe::claim_amount_not_indexed" | "ca::qc::claim_amount_not_indexed" | "ca::sk::claim_amount_not_indexed" | "ca::yt::claim_amount_not_indexed" | "ca::ab::total_income_less_than_total_claim_amount" | "ca::bc::total_income_less_than_total_claim_amount" | "ca::mb::total_income_less_than_total_claim_amount" | "ca::nb::total_income_less_than_total_claim_amount" | "ca::nl::total_income_less_than_total_claim_amount" | "ca::ns::total_income_less_than_total_claim_amount" | "ca::nt::total_income_less_than_total_claim_amount" | "ca::nu::total_income_less_than_total_claim_amount" | "ca::pe::total_income_less_than_total_claim_amount" | "ca::sk::total_income_less_than_total_claim_amount" | "ca::yt::total_income_less_than_total_claim_amount" | "ca::on::dependent_children_credit" | "ca::on::impaired_dependants_credit" | "ca::qc::additional_tax" | "ca::ei_premium_reduction";
            };
            /** @enum {string} */
            id: "ca::province_of_employment" | "ca::province_of_work" | "ca::tax_id" | "ca::qc::tax_id" | "ca::federal_oc_surtax_exempt" | "ca::on::eht" | "ca::mb::eht" | "ca::nl::eht" | "ca::bc::eht" | "ca::qc::eht" | "ca::qc::health_services_fund" | "ca::qc::workforce_skills_fund" | "ca::income_tax_method" | "ca::rounding_mode" | "ca::bonus_tax_basis" | "ca::qc::income_tax_method" | "ca::qc::bonus_tax_method" | "ca::payee" | "ca::non_resident" | "ca::pensionable_months" | "ca::federal_tax_exempt" | "ca::provincial_tax_exempt" | "ca::cpp_exempt" | "ca::ei_exempt" | "ca::qc::qpp_exempt" | "ca::qc::qpip_exempt" | "ca::nt::territorial_payroll_tax" | "ca::nu::territorial_payroll_tax" | "ca::federal::additional_tax" | "ca::federal::claim_amount" | "ca::federal::claim_amount_not_indexed" | "ca::federal::total_income_less_than_total_claim_amount" | "ca::federal::annual_deduction_at_source" | "ca::federal::annual_credit_at_source" | "ca::federal::northern_deduction" | "ca::federal::alimony" | "ca::federal::labour_sponsored_shares" | "ca::federal::commission" | "ca::federal::claim_code" | "ca::qc::commission" | "ca::qc::fhsa" | "ca::qc::form_deductions" | "ca::qc::annual_deduction_at_source" | "ca::ab::annual_credit_at_source" | "ca::bc::annual_credit_at_source" | "ca::mb::annual_credit_at_source" | "ca::nb::annual_credit_at_source" | "ca::nl::annual_credit_at_source" | "ca::ns::annual_credit_at_source" | "ca::nt::annual_credit_at_source" | "ca::nu::annual_credit_at_source" | "ca::on::annual_credit_at_source" | "ca::pe::annual_credit_at_source" | "ca::qc::annual_credit_at_source" | "ca::sk::annual_credit_at_source" | "ca::yt::annual_credit_at_source" | "ca::ab::claim_code" | "ca::bc::claim_code" | "ca::mb::claim_code" | "ca::nb::claim_code" | "ca::nl::claim_code" | "ca::ns::claim_code" | "ca::nt::claim_code" | "ca::nu::claim_code" | "ca::on::claim_code" | "ca::pe::claim_code" | "ca::sk::claim_code" | "ca::yt::claim_code" | "ca::mb::labour_sponsored_shares" | "ca::nb::labour_sponsored_shares" | "ca::ns::labour_sponsored_shares" | "ca::sk::labour_sponsored_shares" | "ca::statutory_holiday_pay" | "ca::first_nation_exemptions" | "ca::ab::workers_compensation_class" | "ca::bc::workers_compensation_class" | "ca::mb::workers_compensation_class" | "ca::nb::workers_compensation_class" | "ca::nl::workers_compensation_class" | "ca::ns::workers_compensation_class" | "ca::nt::workers_compensation_class" | "ca::nu::workers_compensation_class" | "ca::on::workers_compensation_class" | "ca::pe::workers_compensation_class" | "ca::qc::workers_compensation_class" | "ca::sk::workers_compensation_class" | "ca::yt::workers_compensation_class" | "ca::ab::claim_amount" | "ca::bc::claim_amount" | "ca::mb::claim_amount" | "ca::nb::claim_amount" | "ca::nl::claim_amount" | "ca::ns::claim_amount" | "ca::nt::claim_amount" | "ca::nu::claim_amount" | "ca::on::claim_amount" | "ca::pe::claim_amount" | "ca::qc::claim_amount" | "ca::sk::claim_amount" | "ca::yt::claim_amount" | "ca::ab::claim_amount_not_indexed" | "ca::bc::claim_amount_not_indexed" | "ca::mb::claim_amount_not_indexed" | "ca::nb::claim_amount_not_indexed" | "ca::nl::claim_amount_not_indexed" | "ca::ns::claim_amount_not_indexed" | "ca::nt::claim_amount_not_indexed" | "ca::nu::claim_amount_not_indexed" | "ca::pe::claim_amount_not_indexed" | "ca::qc::claim_amount_not_indexed" | "ca::sk::claim_amount_not_indexed" | "ca::yt::claim_amount_not_indexed" | "ca::ab::total_income_less_than_total_claim_amount" | "ca::bc::total_income_less_than_total_claim_amount" | "ca::mb::total_income_less_than_total_claim_amount" | "ca::nb::total_income_less_than_total_claim_amount" | "ca::nl::total_income_less_than_total_claim_amount" | "ca::ns::total_income_less_than_total_claim_amount" | "ca::nt::total_income_less_than_total_claim_amount" | "ca::nu::total_income_less_than_total_claim_amount" | "ca::pe::total_income_less_than_total_claim_amount" | "ca::sk::total_income_less_than_total_claim_amount" | "ca::yt::total_income_less_than_total_claim_amount" | "ca::on::dependent_children_credit" | "ca::on::impaired_dependants_credit" | "ca::qc::additional_tax" | "ca::ei_premium_reduction";
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "tax_property_template";
        };
        tax_property_template_list: {
            data: components["schemas"]["tax_property_template"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        tax_property_update: {
            /** Format: date */
            effective_from?: string;
            effective_to?: string | null;
            note?: string | null;
            value?: ("ca_ab" | "ca_bc" | "ca_mb" | "ca_nb" | "ca_nl" | "ca_ns" | "ca_nt" | "ca_nu" | "ca_on" | "ca_pe" | "ca_qc" | "ca_sk" | "ca_yt" | "ca_oc") | string | boolean | {
                annual_remuneration?: number | string;
                exemption?: number | string;
                rate?: number | string;
            } | {
                annual_remuneration?: number | string;
                rate?: number | string;
            } | {
                is_new_employer?: boolean;
                /** @enum {string} */
                sector?: "general" | "primary_and_manufacturing" | "public";
            } | {
                training_percentage?: number | string;
            } | ("periodic" | "cumulative") | ("formulas" | "calculator") | ("annualized" | "year_to_date") | ("second" | "first") | ("employee" | "pensioner" | "other") | (number | string) | (number | string) | {
                expenses?: number | string;
                income: number | string;
            } | ("0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "E") | {
                percentage: number | string;
            } | {
                calculate_entitlement?: boolean;
                calculation_strategy?: string;
                hours?: (number | string) | null;
                override_date_basis?: string | null;
                override_rule_set?: string | null;
                pay_rate?: (number | string) | null;
            } | {
                exemption_percentage: number | string;
                /** @default false */
                pension_opt_in?: boolean;
            } | {
                code: string;
                historical_remuneration?: number | string;
                industry: string;
                rate: number | string;
            } | {
                account_identifier?: string;
                employee_rate?: number | string;
                employer_multiplier: number | string;
            };
        };
        token: {
            access_token: string;
            /** Format: date-time */
            expires_at: string;
            expires_in: number;
        };
        token_create: {
            company_id: string;
            /**
             * @default access
             * @enum {string}
             */
            purpose?: "access" | "component";
        };
        token_delete: {
            company_id: string;
        };
        translations: {
            en?: string | null;
            fr?: string | null;
        };
        translations_given: {
            en?: string | null;
            fr?: string | null;
        };
        validation_problem: {
            errors: {
                [key: string]: string[];
            };
            message: string;
        };
        warning: {
            data: {
                namespace: string;
                type: string;
            };
            /** @constant */
            object: "warning";
        };
        warnings: {
            data: components["schemas"]["warning"][];
            /** @constant */
            object: "list";
        };
        webhook: {
            data: components["schemas"]["webhook_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "webhook";
        };
        webhook_create: {
            events: ("resource_created" | "resource_updated" | "resource_deleted" | "payroll_approved" | "payroll_unapproved" | "payroll_paid" | "payroll_deadline_upcoming" | "pay_stub_available" | "async_task_completed" | "form_batch_completed" | "integration_authentication_success" | "integration_authentication_failure" | "integration_sync_account_codes_complete" | "integration_sync_account_codes_failure" | "integration_sync_journal_entries_complete" | "integration_sync_journal_entries_failure" | "integration_sync_tags_complete" | "integration_sync_tags_failure")[];
            is_enabled?: boolean;
            /** @enum {string} */
            signature_format?: "hex" | "standard";
            /** Format: uri */
            url: string;
        };
        webhook_data: {
            /** Format: date-time */
            created_at: string;
            events: ("resource_created" | "resource_updated" | "resource_deleted" | "payroll_approved" | "payroll_unapproved" | "payroll_paid" | "payroll_deadline_upcoming" | "pay_stub_available" | "async_task_completed" | "form_batch_completed" | "integration_authentication_success" | "integration_authentication_failure" | "integration_sync_account_codes_complete" | "integration_sync_account_codes_failure" | "integration_sync_journal_entries_complete" | "integration_sync_journal_entries_failure" | "integration_sync_tags_complete" | "integration_sync_tags_failure")[];
            is_enabled: boolean;
            key: string | null;
            /** @enum {string} */
            signature_format: "hex" | "standard";
            /** Format: date-time */
            updated_at: string;
            url: string;
        };
        webhook_key: {
            data: {
                /** Format: date-time */
                created_at: string;
                expires_at: string | null;
                key: string | null;
                last_used_at: string | null;
            };
            id: string;
            links: {
                self: string;
            };
            /** @constant */
            object: "webhook_key";
        };
        webhook_key_create: {
            /** @default 1440 */
            overlap_minutes?: number;
        };
        webhook_list: {
            data: components["schemas"]["webhook"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        webhook_update: {
            events?: ("resource_created" | "resource_updated" | "resource_deleted" | "payroll_approved" | "payroll_unapproved" | "payroll_paid" | "payroll_deadline_upcoming" | "pay_stub_available" | "async_task_completed" | "form_batch_completed" | "integration_authentication_success" | "integration_authentication_failure" | "integration_sync_account_codes_complete" | "integration_sync_account_codes_failure" | "integration_sync_journal_entries_complete" | "integration_sync_journal_entries_failure" | "integration_sync_tags_complete" | "integration_sync_tags_failure")[];
            is_enabled?: boolean;
            /** @enum {string} */
            signature_format?: "hex" | "standard";
            /** Format: uri */
            url?: string;
        };
        work_assignment: {
            data: components["schemas"]["work_assignment_data"];
            id: string;
            links: components["schemas"]["self_link"];
            /** @constant */
            object: "work_assignment";
        };
        work_assignment_batch_change: {
            archived_at?: string | null;
            external_ref?: string | null;
            id: string;
            is_primary?: boolean;
            pay_schedule_id?: string;
            pay_split_id?: string | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
        };
        work_assignment_batch_upsert: (components["schemas"]["work_assignment_create"] | components["schemas"]["work_assignment_batch_change"])[];
        work_assignment_bulk_create: {
            data: components["schemas"]["work_assignment_bulk_create_data"];
            payees: components["schemas"]["payees_selection"];
        };
        work_assignment_bulk_create_data: {
            archived_at?: string | null;
            contractor_id?: string | null;
            external_ref?: string | null;
            is_primary?: boolean;
            pay_schedule_id: string;
            pay_split_id?: string | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            tax_properties?: components["schemas"]["tax_property_of_new_work_assignment"][];
            title?: string | null;
        };
        work_assignment_bulk_create_scope: {
            data?: {
                [key: string]: unknown;
            };
            payees: components["schemas"]["payees_selection"];
        };
        work_assignment_bulk_update: {
            business_entity_id: string;
            data: components["schemas"]["work_assignment_bulk_update_data"];
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        work_assignment_bulk_update_data: {
            archived_at?: string | null;
            external_ref?: string | null;
            is_primary?: boolean;
            pay_schedule_id?: string;
            pay_split_id?: string | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
        };
        work_assignment_bulk_update_scope: {
            business_entity_id: string;
            data?: {
                [key: string]: unknown;
            };
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        work_assignment_create: {
            archived_at?: string | null;
            contractor_id?: string | null;
            employee_id?: string | null;
            external_ref?: string | null;
            is_primary?: boolean;
            pay_schedule_id: string;
            pay_split_id?: string | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            tax_properties?: components["schemas"]["tax_property_of_new_work_assignment"][];
            title?: string | null;
        } | {
            contractor_id?: null;
            employee_id: string;
        } | {
            contractor_id: string;
            employee_id?: null;
        };
        work_assignment_data: {
            accrued_vacation_pay: number;
            archived_at: string | null;
            available_tax_properties: string[];
            business_entity: components["schemas"]["stub_business_entity"] | null;
            contractor: components["schemas"]["stub_contractor"] | null;
            /** Format: date-time */
            created_at: string;
            current_tax_jurisdiction: string | null;
            employee: components["schemas"]["stub_employee"] | null;
            external_ref: string | null;
            first_non_draft_period_start: string | null;
            is_primary: boolean;
            last_non_draft_period_end: string | null;
            paid_vacation_pay: number;
            pay_schedule: components["schemas"]["stub_pay_schedule"];
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage"] | null;
            title: string | null;
            /** Format: date-time */
            updated_at: string;
        };
        work_assignment_list: {
            data: components["schemas"]["work_assignment"][];
            links: components["schemas"]["page_links"];
            meta: components["schemas"]["page_meta"];
            /** @constant */
            object: "list";
        };
        work_assignment_records: {
            data: components["schemas"]["work_assignment"][];
            /** @constant */
            object: "list";
        };
        work_assignment_search: {
            business_entity_id: string;
            work_assignments: components["schemas"]["work_assignments_selection"];
        };
        work_assignment_update: {
            archived_at?: string | null;
            external_ref?: string | null;
            is_primary?: boolean;
            pay_schedule_id?: string;
            pay_split_id?: string | null;
            tag_assignment?: components["schemas"]["tag_assignment_by_percentage_given"] | null;
            title?: string | null;
        };
        work_assignments_criteria: {
            archived?: boolean;
            ids?: string[];
            pay_schedule_id?: string;
            payee_names?: string;
            /** @enum {string} */
            payee_type?: "employee" | "contractor";
        };
        work_assignments_selection: {
            exclude?: components["schemas"]["work_assignments_criteria"];
            include: "all" | components["schemas"]["work_assignments_criteria"];
        };
    };
    responses: {
        conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["problem"];
                "application/problem+json": components["schemas"]["problem_details"];
            };
        };
        failed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["problem"];
                "application/problem+json": components["schemas"]["problem_details"];
            };
        };
        forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["problem"];
                "application/problem+json": components["schemas"]["problem_details"];
            };
        };
        not_available: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["problem"];
                "application/problem+json": components["schemas"]["problem_details"];
            };
        };
        not_found: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["problem"];
                "application/problem+json": components["schemas"]["problem_details"];
            };
        };
        not_valid: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["validation_problem"];
                "application/problem+json": components["schemas"]["problem_details"];
            };
        };
        refused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["problem"];
                "application/problem+json": components["schemas"]["problem_details"];
            };
        };
        too_large: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["problem"];
                "application/problem+json": components["schemas"]["problem_details"];
            };
        };
        too_many_requests: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["problem"];
                "application/problem+json": components["schemas"]["problem_details"];
            };
        };
        unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["problem"];
                "application/problem+json": components["schemas"]["problem_details"];
            };
        };
        unsupported_type: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["problem"];
                "application/problem+json": components["schemas"]["problem_details"];
            };
        };
    };
    parameters: {
        "Accept-Language": string;
        "If-Match": string;
        Prefer: string;
        "X-Idempotency-Key": string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    list_allowance_line_items: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                pay_stub_id?: string;
                payroll_id?: string;
                per_page?: number;
                work_assignment_id?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["allowance_line_item_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    create_allowance_line_item: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["allowance_line_item_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["allowance_line_item"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_allowance_line_item: {
        parameters: {
            query?: {
                expand?: string[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                allowance_line_item: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["allowance_line_item"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    update_allowance_line_item: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                allowance_line_item: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["allowance_line_item_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["allowance_line_item"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    delete_allowance_line_item: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                allowance_line_item: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_delete_allowance_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["allowance_line_item_batch_delete"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_upsert_allowance_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["allowance_line_item_batch_upsert"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_allowance_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["allowance_line_item_bulk_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["allowance_line_item_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_scope_allowance_line_items: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["allowance_line_item_bulk_create_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["pay_stub"][];
                        links: components["schemas"]["page_links"];
                        meta: components["schemas"]["page_meta"];
                        /** @constant */
                        object: "list";
                    };
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_delete_allowance_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["allowance_line_item_bulk_delete"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_delete_scope_allowance_line_items: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["allowance_line_item_bulk_delete_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["allowance_line_item_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_allowance_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["allowance_line_item_bulk_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["allowance_line_item_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_scope_allowance_line_items: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["allowance_line_item_bulk_update_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["allowance_line_item_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    search_allowance_line_items: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["allowance_line_item_search"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["allowance_line_item_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_allowance_types: {
        parameters: {
            query?: {
                features?: "ca";
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["allowance_type_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_allowance_type: {
        parameters: {
            query?: {
                features?: "ca";
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                allowance_type: "automobile_and_motor_vehicle" | "cell_phone_allowance" | "child_care_expenses" | "child_eduction_non_taxable" | "child_eduction_taxable" | "clothing_non_taxable" | "clothing_taxable" | "education_and_professional_development" | "housing_allowance_cash" | "internet_allowance" | "meals_taxable" | "moving_allowance_non_taxable" | "moving_allowance_taxable" | "municipal_officers_expense" | "non_taxable_allowance" | "overtime_meals_non_taxable" | "parking_allowance" | "professional_membership" | "professional_membership_dues_taxable" | "social_event_allowance" | "taxable_cash_allowance" | "tools_allowance" | "transit_pass" | "travelling_allowance_non_taxable" | "travelling_allowance_taxable" | "utilities_allowance";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["allowance_type"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_allowances: {
        parameters: {
            query?: {
                business_preset_id?: string;
                effective_from?: components["schemas"]["date_filter"];
                effective_on?: string;
                effective_to?: components["schemas"]["date_filter"];
                expand?: string[];
                external_ref?: string;
                has_business_preset?: boolean;
                not_effective_on?: string;
                page?: number;
                per_page?: number;
                work_assignment_id?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["allowance_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    create_allowance: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["allowance_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["allowance"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_allowance: {
        parameters: {
            query?: {
                expand?: string[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                allowance: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["allowance"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    update_allowance: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                allowance: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["allowance_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["allowance"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    delete_allowance: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                allowance: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_delete_allowances: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["allowance_batch_delete"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_upsert_allowances: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["allowance_batch_upsert"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_allowances: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["allowance_bulk_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["allowance_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_scope_allowances: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["allowance_bulk_create_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["work_assignment"][];
                        links: components["schemas"]["page_links"];
                        meta: components["schemas"]["page_meta"];
                        /** @constant */
                        object: "list";
                    };
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_delete_allowances: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["allowance_bulk_delete"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_delete_scope_allowances: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["allowance_bulk_delete_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["allowance_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_allowances: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["allowance_bulk_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["allowance_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_scope_allowances: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["allowance_bulk_update_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["allowance_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    search_allowances: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["allowance_search"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["allowance_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_async_task: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                async_task: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_business_entities: {
        parameters: {
            query?: {
                expand?: string[];
                external_ref?: string;
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["business_entity_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    create_business_entity: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["business_entity_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["business_entity"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_business_entity: {
        parameters: {
            query?: {
                expand?: string[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                business_entity: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["business_entity"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    update_business_entity: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                business_entity: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["business_entity_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["business_entity"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    end_preview_of_business_entity: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                business_entity: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    convert_paid_payrolls?: boolean;
                    preserve_draft_line_items?: boolean;
                    preserve_draft_off_cycles?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["business_entity"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    calculate_employer_health_tax: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    business_entity_id: string;
                    previous_year_tax?: number | string;
                    /**
                     * @default monthly
                     * @enum {string}
                     */
                    quebec_remittance_frequency?: "annual" | "quarterly" | "monthly" | "twice_monthly" | "weekly";
                    year: number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employer_health_tax_calculation"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    explain_statutory_holiday_pay: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default {} */
                    configuration?: {
                        calculate_entitlement?: boolean;
                        /** @enum {string} */
                        calculation_strategy?: "provincial_rules_only";
                        hours?: (number | string) | null;
                        override_date_basis?: ("before_holiday_week" | "before_holiday") | null;
                        override_rule_set?: ("ca_ab" | "ca_bc" | "ca_mb" | "ca_nb" | "ca_nl" | "ca_ns" | "ca_nt" | "ca_nu" | "ca_on" | "ca_pe" | "ca_qc" | "ca_sk" | "ca_yt" | "ca_federal") | null;
                        pay_rate?: (number | string) | null;
                    };
                    pay_stub_id: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["statutory_holiday_pay_explanation"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    calculate_statutory_withholdings: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    additional_tax?: number | string;
                    alimony?: number | string;
                    annual_deductions?: (number | string) | {
                        amount: number | string;
                        from_period: number;
                    };
                    birth_date?: string | null;
                    bonus?: number | string;
                    /**
                     * @default annualized
                     * @enum {string}
                     */
                    bonus_basis?: "annualized" | "year_to_date";
                    commission?: number | string;
                    commission_annual?: {
                        days: number;
                        expenses?: number | string;
                        income: number | string;
                    } | null;
                    /** @default 0 */
                    dependants?: number;
                    ei_employer_multiplier?: number | string;
                    federal_claim?: "basic" | {
                        code: number | "E";
                    } | {
                        amount: number | string;
                        /** Format: date */
                        effective_from?: string;
                        not_indexed?: number | string;
                    };
                    federal_credits?: (number | string) | {
                        amount: number | string;
                        from_period: number;
                    };
                    fhsa?: number | string;
                    /** @default false */
                    is_cpp_exempt?: boolean;
                    /** @default false */
                    is_ei_exempt?: boolean;
                    /** @default false */
                    is_federal_tax_exempt?: boolean;
                    /** @default false */
                    is_non_resident?: boolean;
                    /** @default false */
                    is_outside_canada_surtax_exempt?: boolean;
                    /** @default false */
                    is_provincial_tax_exempt?: boolean;
                    /** @default false */
                    is_qpip_exempt?: boolean;
                    /** @default {} */
                    labour_sponsored_shares?: {
                        federal?: number | string;
                        fondaction?: number | string;
                        ftq?: number | string;
                        provincial?: number | string;
                    };
                    last_regular_pay?: number | string;
                    /**
                     * @default periodic
                     * @enum {string}
                     */
                    method?: "periodic" | "bonus" | "cumulative";
                    northern_deduction?: number | string;
                    /** Format: date */
                    pay_date: string;
                    /** @enum {string} */
                    pay_frequency?: "daily" | "weekly" | "bi_weekly" | "semi_monthly" | "monthly" | "quarterly" | "semi_annually" | "annually";
                    pay_periods?: number | null;
                    /**
                     * @default employee
                     * @enum {string}
                     */
                    payee?: "employee" | "pensioner" | "other";
                    pensionable_months?: number | null;
                    period_number?: number | null;
                    /** @enum {string} */
                    province_of_employment: "AB" | "BC" | "MB" | "NB" | "NL" | "NS" | "NT" | "NU" | "ON" | "PE" | "QC" | "SK" | "YT" | "OC";
                    provincial_claim?: "basic" | {
                        code: number | "E";
                    } | {
                        amount: number | string;
                        /** Format: date */
                        effective_from?: string;
                        not_indexed?: number | string;
                    };
                    provincial_credits?: (number | string) | {
                        amount: number | string;
                        from_period: number;
                    };
                    quebec_additional_tax?: number | string;
                    quebec_annual_deductions?: (number | string) | {
                        amount: number | string;
                        from_period: number;
                    };
                    /**
                     * @default second
                     * @enum {string}
                     */
                    quebec_bonus_method?: "second" | "first";
                    quebec_commission_percentage?: number | string;
                    /** @enum {string} */
                    quebec_method?: "periodic" | "cumulative";
                    regular_pay: number | string;
                    /**
                     * @default formulas
                     * @enum {string}
                     */
                    rounding_mode?: "formulas" | "calculator";
                    rpp?: number | string;
                    rrsp?: number | string;
                    rrsp_from_bonus?: number | string;
                    taxable_benefits_cash?: number | string;
                    taxable_benefits_in_kind?: number | string;
                    union_dues?: number | string;
                    /** @default {} */
                    year_to_date?: {
                        alimony?: number | string;
                        cpp?: number | string;
                        cpp2?: number | string;
                        deducted_from_non_periodic?: number | string;
                        ei?: number | string;
                        f5a?: number | string;
                        f5b_on_non_periodic?: number | string;
                        federal_tax?: number | string;
                        fhsa?: number | string;
                        insurable?: number | string;
                        insurable_quebec?: number | string;
                        /** @default {} */
                        labour_sponsored_shares?: {
                            federal?: number | string;
                            fondaction?: number | string;
                            ftq?: number | string;
                            provincial?: number | string;
                        };
                        non_periodic?: number | string;
                        non_periodic_tax?: number | string;
                        pensionable?: number | string;
                        provincial_tax?: number | string;
                        qpip?: number | string;
                        qpip_employer?: number | string;
                        qpp?: number | string;
                        qpp2?: number | string;
                        quebec_commission_expenses?: number | string;
                        quebec_non_periodic_tax?: number | string;
                        quebec_worker_deduction?: number | string;
                        rpp?: number | string;
                        rrsp?: number | string;
                        taxable?: number | string;
                        union_dues?: number | string;
                    };
                } & ((unknown | {
                    pay_periods: number;
                }) & ({
                    /** @constant */
                    bonus_basis?: "annualized";
                    /** @enum {unknown} */
                    method?: "periodic" | "bonus";
                } | {
                    period_number: number;
                }));
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["statutory_withholding_calculation"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_companies: {
        parameters: {
            query?: {
                expand?: string[];
                external_ref?: string;
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["company_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    create_company: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["company_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["company"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_company: {
        parameters: {
            query?: {
                expand?: string[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                company: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["company"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    update_company: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                company: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["company_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["company"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_contractors: {
        parameters: {
            query?: {
                archived_at?: components["schemas"]["date_filter"];
                expand?: string[];
                external_ref?: string;
                has_work_assignments?: boolean;
                include_archived?: boolean;
                page?: number;
                per_page?: number;
                search_names?: string;
                sort?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["contractor_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    create_contractor: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["contractor_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["contractor"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_contractor: {
        parameters: {
            query?: {
                expand?: string[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                contractor: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["contractor"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    update_contractor: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                contractor: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["contractor_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["contractor"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_upsert_contractors: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["contractor_batch_upsert"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_deduction_line_items: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                pay_stub_id?: string;
                payroll_id?: string;
                per_page?: number;
                work_assignment_id?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["deduction_line_item_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    create_deduction_line_item: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["deduction_line_item_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["deduction_line_item"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_deduction_line_item: {
        parameters: {
            query?: {
                expand?: string[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                deduction_line_item: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["deduction_line_item"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    update_deduction_line_item: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                deduction_line_item: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["deduction_line_item_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["deduction_line_item"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    delete_deduction_line_item: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                deduction_line_item: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_delete_deduction_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["deduction_line_item_batch_delete"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_upsert_deduction_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["deduction_line_item_batch_upsert"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_deduction_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["deduction_line_item_bulk_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["deduction_line_item_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_scope_deduction_line_items: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["deduction_line_item_bulk_create_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["pay_stub"][];
                        links: components["schemas"]["page_links"];
                        meta: components["schemas"]["page_meta"];
                        /** @constant */
                        object: "list";
                    };
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_delete_deduction_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["deduction_line_item_bulk_delete"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_delete_scope_deduction_line_items: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["deduction_line_item_bulk_delete_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["deduction_line_item_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_deduction_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["deduction_line_item_bulk_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["deduction_line_item_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_scope_deduction_line_items: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["deduction_line_item_bulk_update_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["deduction_line_item_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    search_deduction_line_items: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["deduction_line_item_search"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["deduction_line_item_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_deduction_types: {
        parameters: {
            query?: {
                features?: "ca";
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["deduction_type_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_deduction_type: {
        parameters: {
            query?: {
                features?: "ca";
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                deduction_type: "charitable_donation" | "garnishment_order" | "income_tax" | "other_deduction" | "union_dues" | "union_dues_post_tax";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["deduction_type"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_deductions: {
        parameters: {
            query?: {
                business_preset_id?: string;
                effective_from?: components["schemas"]["date_filter"];
                effective_on?: string;
                effective_to?: components["schemas"]["date_filter"];
                expand?: string[];
                external_ref?: string;
                has_business_preset?: boolean;
                not_effective_on?: string;
                page?: number;
                per_page?: number;
                work_assignment_id?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["deduction_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    create_deduction: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["deduction_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["deduction"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_deduction: {
        parameters: {
            query?: {
                expand?: string[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                deduction: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["deduction"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    update_deduction: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                deduction: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["deduction_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["deduction"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    delete_deduction: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                deduction: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_delete_deductions: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["deduction_batch_delete"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_upsert_deductions: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["deduction_batch_upsert"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_deductions: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["deduction_bulk_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["deduction_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_scope_deductions: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["deduction_bulk_create_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["work_assignment"][];
                        links: components["schemas"]["page_links"];
                        meta: components["schemas"]["page_meta"];
                        /** @constant */
                        object: "list";
                    };
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_delete_deductions: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["deduction_bulk_delete"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_delete_scope_deductions: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["deduction_bulk_delete_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["deduction_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_deductions: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["deduction_bulk_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["deduction_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_scope_deductions: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["deduction_bulk_update_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["deduction_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    search_deductions: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["deduction_search"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["deduction_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_earning_line_items: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                pay_stub_id?: string;
                payroll_id?: string;
                per_page?: number;
                work_assignment_id?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["earning_line_item_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    create_earning_line_item: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["earning_line_item_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["earning_line_item"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_earning_line_item: {
        parameters: {
            query?: {
                expand?: string[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                earning_line_item: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["earning_line_item"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    update_earning_line_item: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                earning_line_item: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["earning_line_item_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["earning_line_item"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    delete_earning_line_item: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                earning_line_item: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_delete_earning_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["earning_line_item_batch_delete"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_upsert_earning_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["earning_line_item_batch_upsert"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_earning_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["earning_line_item_bulk_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["earning_line_item_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_scope_earning_line_items: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["earning_line_item_bulk_create_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["pay_stub"][];
                        links: components["schemas"]["page_links"];
                        meta: components["schemas"]["page_meta"];
                        /** @constant */
                        object: "list";
                    };
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_delete_earning_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["earning_line_item_bulk_delete"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_delete_scope_earning_line_items: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["earning_line_item_bulk_delete_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["earning_line_item_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_earning_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["earning_line_item_bulk_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["earning_line_item_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_scope_earning_line_items: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["earning_line_item_bulk_update_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["earning_line_item_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    search_earning_line_items: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["earning_line_item_search"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["earning_line_item_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_earning_types: {
        parameters: {
            query?: {
                features?: "ca";
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["earning_type_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_earning_type: {
        parameters: {
            query?: {
                features?: "ca";
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                earning_type: "bonus_discretionary" | "bonus_non_discretionary" | "bonus_non_taxable" | "commission" | "commission_periodic" | "commission_self_employed" | "death_benefit" | "gift_cash" | "gratuity" | "in_lieu_wages" | "income_replacement_indemnity_non_taxable" | "income_replacement_indemnity_taxable" | "invoice_payment" | "invoice_sales_tax" | "leave_bereavement" | "leave_domestic_and_sexual_violence" | "leave_general" | "leave_parental" | "leave_paternity" | "leave_personal" | "leave_sick" | "leave_sick_discretionary" | "leave_voting" | "leave_wedding" | "overtime" | "parental_top_up_insurable" | "parental_top_up_non_insurable" | "pension" | "retiring_allowance" | "retiring_allowance_eligible" | "retroactive_pay" | "retroactive_pay_increase" | "salary" | "salary_continuance" | "severance_pay" | "statutory_holiday_pay" | "supplemental_unemployment" | "vacation_accrual_adjustment" | "vacation_pay" | "vacation_pay_employee_terminated" | "vacation_pay_no_time_taken" | "vacation_pay_time_taken" | "wage";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["earning_type"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_earnings: {
        parameters: {
            query?: {
                business_preset_id?: string;
                effective_from?: components["schemas"]["date_filter"];
                effective_on?: string;
                effective_to?: components["schemas"]["date_filter"];
                expand?: string[];
                external_ref?: string;
                has_business_preset?: boolean;
                not_effective_on?: string;
                page?: number;
                per_page?: number;
                work_assignment_id?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["earning_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    create_earning: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["earning_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["earning"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_earning: {
        parameters: {
            query?: {
                expand?: string[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                earning: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["earning"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    update_earning: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                earning: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["earning_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["earning"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    delete_earning: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                earning: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_delete_earnings: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["earning_batch_delete"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_upsert_earnings: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["earning_batch_upsert"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_earnings: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["earning_bulk_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["earning_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_scope_earnings: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["earning_bulk_create_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["work_assignment"][];
                        links: components["schemas"]["page_links"];
                        meta: components["schemas"]["page_meta"];
                        /** @constant */
                        object: "list";
                    };
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_delete_earnings: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["earning_bulk_delete"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_delete_scope_earnings: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["earning_bulk_delete_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["earning_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_earnings: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["earning_bulk_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["earning_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_scope_earnings: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["earning_bulk_update_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["earning_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    search_earnings: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["earning_search"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["earning_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_effective_tax_properties: {
        parameters: {
            query?: {
                business_entity_id?: string;
                effective_on?: string;
                type?: ("ca::province_of_employment" | "ca::province_of_work" | "ca::tax_id" | "ca::qc::tax_id" | "ca::federal_oc_surtax_exempt" | "ca::on::eht" | "ca::mb::eht" | "ca::nl::eht" | "ca::bc::eht" | "ca::qc::eht" | "ca::qc::health_services_fund" | "ca::qc::workforce_skills_fund" | "ca::income_tax_method" | "ca::rounding_mode" | "ca::bonus_tax_basis" | "ca::qc::income_tax_method" | "ca::qc::bonus_tax_method" | "ca::payee" | "ca::non_resident" | "ca::pensionable_months" | "ca::federal_tax_exempt" | "ca::provincial_tax_exempt" | "ca::cpp_exempt" | "ca::ei_exempt" | "ca::qc::qpp_exempt" | "ca::qc::qpip_exempt" | "ca::nt::territorial_payroll_tax" | "ca::nu::territorial_payroll_tax" | "ca::federal::additional_tax" | "ca::federal::claim_amount" | "ca::federal::claim_amount_not_indexed" | "ca::federal::total_income_less_than_total_claim_amount" | "ca::federal::annual_deduction_at_source" | "ca::federal::annual_credit_at_source" | "ca::federal::northern_deduction" | "ca::federal::alimony" | "ca::federal::labour_sponsored_shares" | "ca::federal::commission" | "ca::federal::claim_code" | "ca::qc::commission" | "ca::qc::fhsa" | "ca::qc::form_deductions" | "ca::qc::annual_deduction_at_source" | "ca::ab::annual_credit_at_source" | "ca::bc::annual_credit_at_source" | "ca::mb::annual_credit_at_source" | "ca::nb::annual_credit_at_source" | "ca::nl::annual_credit_at_source" | "ca::ns::annual_credit_at_source" | "ca::nt::annual_credit_at_source" | "ca::nu::annual_credit_at_source" | "ca::on::annual_credit_at_source" | "ca::pe::annual_credit_at_source" | "ca::qc::annual_credit_at_source" | "ca::sk::annual_credit_at_source" | "ca::yt::annual_credit_at_source" | "ca::ab::claim_code" | "ca::bc::claim_code" | "ca::mb::claim_code" | "ca::nb::claim_code" | "ca::nl::claim_code" | "ca::ns::claim_code" | "ca::nt::claim_code" | "ca::nu::claim_code" | "ca::on::claim_code" | "ca::pe::claim_code" | "ca::sk::claim_code" | "ca::yt::claim_code" | "ca::mb::labour_sponsored_shares" | "ca::nb::labour_sponsored_shares" | "ca::ns::labour_sponsored_shares" | "ca::sk::labour_sponsored_shares" | "ca::statutory_holiday_pay" | "ca::first_nation_exemptions" | "ca::ab::workers_compensation_class" | "ca::bc::workers_compensation_class" | "ca::mb::workers_compensation_class" | "ca::nb::workers_compensation_class" | "ca::nl::workers_compensation_class" | "ca::ns::workers_compensation_class" | "ca::nt::workers_compensation_class" | "ca::nu::workers_compensation_class" | "ca::on::workers_compensation_class" | "ca::pe::workers_compensation_class" | "ca::qc::workers_compensation_class" | "ca::sk::workers_compensation_class" | "ca::yt::workers_compensation_class" | "ca::ab::claim_amount" | "ca::bc::claim_amount" | "ca::mb::claim_amount" | "ca::nb::claim_amount" | "ca::nl::claim_amount" | "ca::ns::claim_amount" | "ca::nt::claim_amount" | "ca::nu::claim_amount" | "ca::on::claim_amount" | "ca::pe::claim_amount" | "ca::qc::claim_amount" | "ca::sk::claim_amount" | "ca::yt::claim_amount" | "ca::ab::claim_amount_not_indexed" | "ca::bc::claim_amount_not_indexed" | "ca::mb::claim_amount_not_indexed" | "ca::nb::claim_amount_not_indexed" | "ca::nl::claim_amount_not_indexed" | "ca::ns::claim_amount_not_indexed" | "ca::nt::claim_amount_not_indexed" | "ca::nu::claim_amount_not_indexed" | "ca::pe::claim_amount_not_indexed" | "ca::qc::claim_amount_not_indexed" | "ca::sk::claim_amount_not_indexed" | "ca::yt::claim_amount_not_indexed" | "ca::ab::total_income_less_than_total_claim_amount" | "ca::bc::total_income_less_than_total_claim_amount" | "ca::mb::total_income_less_than_total_claim_amount" | "ca::nb::total_income_less_than_total_claim_amount" | "ca::nl::total_income_less_than_total_claim_amount" | "ca::ns::total_income_less_than_total_claim_amount" | "ca::nt::total_income_less_than_total_claim_amount" | "ca::nu::total_income_less_than_total_claim_amount" | "ca::pe::total_income_less_than_total_claim_amount" | "ca::sk::total_income_less_than_total_claim_amount" | "ca::yt::total_income_less_than_total_claim_amount" | "ca::on::dependent_children_credit" | "ca::on::impaired_dependants_credit" | "ca::qc::additional_tax" | "ca::ei_premium_reduction")[];
                work_assignment_id?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["effective_tax_property_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_employee_benefit_line_items: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                pay_stub_id?: string;
                payroll_id?: string;
                per_page?: number;
                work_assignment_id?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employee_benefit_line_item_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    create_employee_benefit_line_item: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employee_benefit_line_item_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employee_benefit_line_item"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_employee_benefit_line_item: {
        parameters: {
            query?: {
                expand?: string[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                employee_benefit_line_item: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employee_benefit_line_item"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    update_employee_benefit_line_item: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                employee_benefit_line_item: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employee_benefit_line_item_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employee_benefit_line_item"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    delete_employee_benefit_line_item: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                employee_benefit_line_item: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_delete_employee_benefit_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employee_benefit_line_item_batch_delete"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_upsert_employee_benefit_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employee_benefit_line_item_batch_upsert"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_employee_benefit_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employee_benefit_line_item_bulk_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employee_benefit_line_item_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_scope_employee_benefit_line_items: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employee_benefit_line_item_bulk_create_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["pay_stub"][];
                        links: components["schemas"]["page_links"];
                        meta: components["schemas"]["page_meta"];
                        /** @constant */
                        object: "list";
                    };
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_delete_employee_benefit_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employee_benefit_line_item_bulk_delete"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_delete_scope_employee_benefit_line_items: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employee_benefit_line_item_bulk_delete_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employee_benefit_line_item_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_employee_benefit_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employee_benefit_line_item_bulk_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employee_benefit_line_item_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_scope_employee_benefit_line_items: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employee_benefit_line_item_bulk_update_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employee_benefit_line_item_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    search_employee_benefit_line_items: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employee_benefit_line_item_search"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employee_benefit_line_item_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_employee_benefit_types: {
        parameters: {
            query?: {
                features?: "ca";
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employee_benefit_type_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_employee_benefit_type: {
        parameters: {
            query?: {
                features?: "ca";
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                employee_benefit_type: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "pension_rrsp_non_periodic";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employee_benefit_type"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_employee_benefits: {
        parameters: {
            query?: {
                business_preset_id?: string;
                effective_from?: components["schemas"]["date_filter"];
                effective_on?: string;
                effective_to?: components["schemas"]["date_filter"];
                expand?: string[];
                external_ref?: string;
                has_business_preset?: boolean;
                not_effective_on?: string;
                page?: number;
                per_page?: number;
                work_assignment_id?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employee_benefit_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    create_employee_benefit: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employee_benefit_create"] | components["schemas"]["employee_benefit_create_deprecated"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employee_benefit"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_employee_benefit: {
        parameters: {
            query?: {
                expand?: string[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                employee_benefit: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employee_benefit"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    update_employee_benefit: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                employee_benefit: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employee_benefit_update"] | components["schemas"]["employee_benefit_update_deprecated"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employee_benefit"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    delete_employee_benefit: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                employee_benefit: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_delete_employee_benefits: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employee_benefit_batch_delete"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_upsert_employee_benefits: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employee_benefit_batch_upsert"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_employee_benefits: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employee_benefit_bulk_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employee_benefit_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_scope_employee_benefits: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employee_benefit_bulk_create_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["work_assignment"][];
                        links: components["schemas"]["page_links"];
                        meta: components["schemas"]["page_meta"];
                        /** @constant */
                        object: "list";
                    };
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_delete_employee_benefits: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employee_benefit_bulk_delete"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_delete_scope_employee_benefits: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employee_benefit_bulk_delete_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employee_benefit_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_employee_benefits: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employee_benefit_bulk_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employee_benefit_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_scope_employee_benefits: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employee_benefit_bulk_update_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employee_benefit_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    search_employee_benefits: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employee_benefit_search"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employee_benefit_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_employees: {
        parameters: {
            query?: {
                archived_at?: components["schemas"]["date_filter"];
                expand?: string[];
                external_ref?: string;
                include_archived?: boolean;
                page?: number;
                per_page?: number;
                search_names?: string;
                sort?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employee_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    create_employee: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employee_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employee"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_employee: {
        parameters: {
            query?: {
                expand?: string[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                employee: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employee"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    update_employee: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                employee: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employee_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employee"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    reveal_employee: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                employee: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employee"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_upsert_employees: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employee_batch_upsert"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_employer_benefit_line_items: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                pay_stub_id?: string;
                payroll_id?: string;
                per_page?: number;
                work_assignment_id?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employer_benefit_line_item_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    create_employer_benefit_line_item: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employer_benefit_line_item_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employer_benefit_line_item"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_employer_benefit_line_item: {
        parameters: {
            query?: {
                expand?: string[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                employer_benefit_line_item: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employer_benefit_line_item"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    update_employer_benefit_line_item: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                employer_benefit_line_item: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employer_benefit_line_item_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employer_benefit_line_item"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    delete_employer_benefit_line_item: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                employer_benefit_line_item: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_delete_employer_benefit_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employer_benefit_line_item_batch_delete"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_upsert_employer_benefit_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employer_benefit_line_item_batch_upsert"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_employer_benefit_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employer_benefit_line_item_bulk_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employer_benefit_line_item_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_scope_employer_benefit_line_items: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employer_benefit_line_item_bulk_create_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["pay_stub"][];
                        links: components["schemas"]["page_links"];
                        meta: components["schemas"]["page_meta"];
                        /** @constant */
                        object: "list";
                    };
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_delete_employer_benefit_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employer_benefit_line_item_bulk_delete"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_delete_scope_employer_benefit_line_items: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employer_benefit_line_item_bulk_delete_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employer_benefit_line_item_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_employer_benefit_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employer_benefit_line_item_bulk_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employer_benefit_line_item_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_scope_employer_benefit_line_items: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employer_benefit_line_item_bulk_update_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employer_benefit_line_item_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    search_employer_benefit_line_items: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employer_benefit_line_item_search"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employer_benefit_line_item_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_employer_benefit_types: {
        parameters: {
            query?: {
                features?: "ca";
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employer_benefit_type_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_employer_benefit_type: {
        parameters: {
            query?: {
                features?: "ca";
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                employer_benefit_type: "accident_insurance_plan" | "critical_illness" | "debt_relief" | "dental" | "employee_assistance_program" | "fondaction" | "fondaction_rrsp" | "fonds_solidarite_ftq" | "fonds_solidarite_ftq_rrsp" | "group_dependent_life_insurance" | "group_term_life_insurance" | "health" | "health_spending_account" | "long_term_disability" | "non_group_long_term_disability" | "non_group_short_term_disability" | "pension_dbpp" | "pension_dcpp" | "pension_mfpp" | "pension_prpp" | "pension_restricted_rrsp" | "pension_rrsp" | "pension_unregistered_prpp" | "pension_vrsp" | "profit_sharing_dpsp" | "savings_tfsa" | "second_opinion_medical_consultation" | "short_term_disability" | "virtual_health_service" | "wellness_spending_account" | "gift_near_cash" | "gift_non_cash_non_taxable" | "gift_non_cash_taxable" | "meals_subsidized_non_cash" | "parking" | "professional_membership" | "transit_pass" | "transportation_to_from_work" | "vehicle_employer_provided";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employer_benefit_type"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_employer_benefits: {
        parameters: {
            query?: {
                business_preset_id?: string;
                effective_from?: components["schemas"]["date_filter"];
                effective_on?: string;
                effective_to?: components["schemas"]["date_filter"];
                expand?: string[];
                external_ref?: string;
                has_business_preset?: boolean;
                not_effective_on?: string;
                page?: number;
                per_page?: number;
                work_assignment_id?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employer_benefit_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    create_employer_benefit: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employer_benefit_create"] | components["schemas"]["employer_benefit_create_deprecated"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employer_benefit"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_employer_benefit: {
        parameters: {
            query?: {
                expand?: string[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                employer_benefit: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employer_benefit"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    update_employer_benefit: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                employer_benefit: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employer_benefit_update"] | components["schemas"]["employer_benefit_update_deprecated"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employer_benefit"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    delete_employer_benefit: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                employer_benefit: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_delete_employer_benefits: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employer_benefit_batch_delete"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_upsert_employer_benefits: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employer_benefit_batch_upsert"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_employer_benefits: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employer_benefit_bulk_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employer_benefit_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_scope_employer_benefits: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employer_benefit_bulk_create_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["work_assignment"][];
                        links: components["schemas"]["page_links"];
                        meta: components["schemas"]["page_meta"];
                        /** @constant */
                        object: "list";
                    };
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_delete_employer_benefits: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employer_benefit_bulk_delete"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_delete_scope_employer_benefits: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employer_benefit_bulk_delete_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employer_benefit_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_employer_benefits: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employer_benefit_bulk_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employer_benefit_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_scope_employer_benefits: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employer_benefit_bulk_update_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employer_benefit_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    search_employer_benefits: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employer_benefit_search"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employer_benefit_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_employer_statutory_withholding_line_items: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                pay_stub_id?: string;
                payroll_id?: string;
                per_page?: number;
                work_assignment_id?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employer_statutory_withholding_line_item_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_employer_statutory_withholding_line_item: {
        parameters: {
            query?: {
                expand?: string[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                employer_statutory_withholding_line_item: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employer_statutory_withholding_line_item"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    update_employer_statutory_withholding_line_item: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                employer_statutory_withholding_line_item: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["employer_statutory_withholding_line_item_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employer_statutory_withholding_line_item"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_employer_statutory_withholding_types: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employer_statutory_withholding_type_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_employer_statutory_withholding_type: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                employer_statutory_withholding_type: "cpp" | "cpp_2" | "qpp" | "qpp_2" | "ei" | "qpip" | "employer_health_tax" | "health_services_fund" | "workers_compensation" | "labour_standards" | "workforce_skills_fund";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["employer_statutory_withholding_type"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_holidays: {
        parameters: {
            query?: {
                jurisdiction?: ("ca_federal" | "ca_ab" | "ca_bc" | "ca_mb" | "ca_nb" | "ca_nl" | "ca_ns" | "ca_nt" | "ca_nu" | "ca_on" | "ca_pe" | "ca_qc" | "ca_sk" | "ca_yt")[];
                observed_date?: components["schemas"]["date_filter"];
                original_date?: components["schemas"]["date_filter"];
                page?: number;
                per_page?: number;
                type?: ("statutory" | "optional")[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["holiday_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_holiday: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                holiday: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["holiday"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_journal_entries: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                pay_stub_id?: string;
                payroll_id?: string;
                per_page?: number;
                type?: ("pay_stub_recording" | "payroll_recording" | "payroll_payment")[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["journal_entry_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_journal_entry: {
        parameters: {
            query?: {
                expand?: string[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                journal_entry: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["journal_entry"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_partner: {
        parameters: {
            query?: {
                partner?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["partner"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_partner_secrets: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["partner_secret"][];
                        /** @constant */
                        object: "list";
                    };
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    create_partner_secret: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["partner_secret_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["partner_secret"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    delete_partner_secret: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                partner_secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_pay_rates: {
        parameters: {
            query?: {
                business_preset_id?: string;
                effective_from?: components["schemas"]["date_filter"];
                effective_on?: string;
                effective_to?: components["schemas"]["date_filter"];
                expand?: string[];
                external_ref?: string;
                has_business_preset?: boolean;
                not_effective_on?: string;
                page?: number;
                per_page?: number;
                work_assignment_id?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["pay_rate_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    create_pay_rate: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["pay_rate_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["pay_rate"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_pay_rate: {
        parameters: {
            query?: {
                expand?: string[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                pay_rate: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["pay_rate"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    update_pay_rate: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                pay_rate: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["pay_rate_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["pay_rate"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    delete_pay_rate: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                pay_rate: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_delete_pay_rates: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["pay_rate_batch_delete"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_upsert_pay_rates: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["pay_rate_batch_upsert"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_pay_rates: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["pay_rate_bulk_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["pay_rate_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_scope_pay_rates: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["pay_rate_bulk_create_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["work_assignment"][];
                        links: components["schemas"]["page_links"];
                        meta: components["schemas"]["page_meta"];
                        /** @constant */
                        object: "list";
                    };
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_delete_pay_rates: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["pay_rate_bulk_delete"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_delete_scope_pay_rates: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["pay_rate_bulk_delete_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["pay_rate_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_pay_rates: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["pay_rate_bulk_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["pay_rate_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_scope_pay_rates: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["pay_rate_bulk_update_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["pay_rate_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    search_pay_rates: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["pay_rate_search"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["pay_rate_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_pay_schedules: {
        parameters: {
            query?: {
                business_entity_id?: string;
                expand?: string[];
                external_ref?: string;
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["pay_schedule_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    create_pay_schedule: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["pay_schedule_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["pay_schedule"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_pay_schedule: {
        parameters: {
            query?: {
                expand?: string[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                pay_schedule: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["pay_schedule"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    update_pay_schedule: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                pay_schedule: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["pay_schedule_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["pay_schedule"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    delete_pay_schedule: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                pay_schedule: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_pay_stubs: {
        parameters: {
            query?: {
                employee_id?: string;
                expand?: string[];
                external_ref?: string;
                page?: number;
                payroll_id?: string;
                per_page?: number;
                work_assignment_id?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["pay_stub_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_pay_stub: {
        parameters: {
            query?: {
                expand?: string[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                pay_stub: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["pay_stub"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    update_pay_stub: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                pay_stub: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["pay_stub_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["pay_stub"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    explain_pay_stub: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                pay_stub: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["pay_stub_explanation"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    search_pay_stubs: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["pay_stub_search"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["pay_stub_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_payrolls: {
        parameters: {
            query?: {
                business_entity_id?: string;
                expand?: string[];
                external_ref?: string;
                page?: number;
                pay_date?: components["schemas"]["date_filter"];
                pay_schedule_id?: string;
                per_page?: number;
                period_end?: components["schemas"]["date_filter"];
                period_start?: components["schemas"]["date_filter"];
                status?: ("draft" | "approved" | "processing" | "paid" | "partially_paid")[];
                type?: ("regular" | "off_cycle" | "historical" | "correction")[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["payroll_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_payroll: {
        parameters: {
            query?: {
                expand?: string[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                payroll: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["payroll"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    update_payroll: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                payroll: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["payroll_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["payroll"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    approve_payroll: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                payroll: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["payroll"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_reimbursement_line_items: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                pay_stub_id?: string;
                payroll_id?: string;
                per_page?: number;
                work_assignment_id?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["reimbursement_line_item_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    create_reimbursement_line_item: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["reimbursement_line_item_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["reimbursement_line_item"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_reimbursement_line_item: {
        parameters: {
            query?: {
                expand?: string[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                reimbursement_line_item: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["reimbursement_line_item"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    update_reimbursement_line_item: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                reimbursement_line_item: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["reimbursement_line_item_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["reimbursement_line_item"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    delete_reimbursement_line_item: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                reimbursement_line_item: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_delete_reimbursement_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["reimbursement_line_item_batch_delete"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_upsert_reimbursement_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["reimbursement_line_item_batch_upsert"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_reimbursement_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["reimbursement_line_item_bulk_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["reimbursement_line_item_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_scope_reimbursement_line_items: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["reimbursement_line_item_bulk_create_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["pay_stub"][];
                        links: components["schemas"]["page_links"];
                        meta: components["schemas"]["page_meta"];
                        /** @constant */
                        object: "list";
                    };
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_delete_reimbursement_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["reimbursement_line_item_bulk_delete"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_delete_scope_reimbursement_line_items: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["reimbursement_line_item_bulk_delete_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["reimbursement_line_item_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_reimbursement_line_items: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["reimbursement_line_item_bulk_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["reimbursement_line_item_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_scope_reimbursement_line_items: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["reimbursement_line_item_bulk_update_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["reimbursement_line_item_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    search_reimbursement_line_items: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["reimbursement_line_item_search"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["reimbursement_line_item_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_reimbursement_types: {
        parameters: {
            query?: {
                features?: "ca";
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["reimbursement_type_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_reimbursement_type: {
        parameters: {
            query?: {
                features?: "ca";
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                reimbursement_type: "health_spending_account" | "non_taxable_reimbursement" | "professional_membership" | "taxable_reimbursement" | "transit_pass" | "wellness_spending_account";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["reimbursement_type"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_reimbursements: {
        parameters: {
            query?: {
                business_preset_id?: string;
                effective_from?: components["schemas"]["date_filter"];
                effective_on?: string;
                effective_to?: components["schemas"]["date_filter"];
                expand?: string[];
                external_ref?: string;
                has_business_preset?: boolean;
                not_effective_on?: string;
                page?: number;
                per_page?: number;
                work_assignment_id?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["reimbursement_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    create_reimbursement: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["reimbursement_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["reimbursement"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_reimbursement: {
        parameters: {
            query?: {
                expand?: string[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                reimbursement: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["reimbursement"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    update_reimbursement: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                reimbursement: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["reimbursement_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["reimbursement"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    delete_reimbursement: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                reimbursement: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_delete_reimbursements: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["reimbursement_batch_delete"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_upsert_reimbursements: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["reimbursement_batch_upsert"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_reimbursements: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["reimbursement_bulk_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["reimbursement_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_scope_reimbursements: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["reimbursement_bulk_create_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["work_assignment"][];
                        links: components["schemas"]["page_links"];
                        meta: components["schemas"]["page_meta"];
                        /** @constant */
                        object: "list";
                    };
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_delete_reimbursements: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["reimbursement_bulk_delete"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_delete_scope_reimbursements: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["reimbursement_bulk_delete_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["reimbursement_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_reimbursements: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["reimbursement_bulk_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["reimbursement_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_scope_reimbursements: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["reimbursement_bulk_update_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["reimbursement_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    search_reimbursements: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["reimbursement_search"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["reimbursement_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_statutory_withholding_line_items: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                pay_stub_id?: string;
                payroll_id?: string;
                per_page?: number;
                work_assignment_id?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["statutory_withholding_line_item_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_statutory_withholding_line_item: {
        parameters: {
            query?: {
                expand?: string[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                statutory_withholding_line_item: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["statutory_withholding_line_item"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    update_statutory_withholding_line_item: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                statutory_withholding_line_item: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["statutory_withholding_line_item_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["statutory_withholding_line_item"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_statutory_withholding_types: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["statutory_withholding_type_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_statutory_withholding_type: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                statutory_withholding_type: "federal_income_tax" | "provincial_income_tax" | "cpp" | "cpp_2" | "qpp" | "qpp_2" | "ei" | "qpip" | "nt_payroll_tax" | "nu_payroll_tax";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["statutory_withholding_type"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_tax_properties: {
        parameters: {
            query?: {
                effective_on?: string;
                expand?: string[];
                owner_id?: string;
                page?: number;
                per_page?: number;
                type?: ("ca::province_of_employment" | "ca::province_of_work" | "ca::tax_id" | "ca::qc::tax_id" | "ca::federal_oc_surtax_exempt" | "ca::on::eht" | "ca::mb::eht" | "ca::nl::eht" | "ca::bc::eht" | "ca::qc::eht" | "ca::qc::health_services_fund" | "ca::qc::workforce_skills_fund" | "ca::income_tax_method" | "ca::rounding_mode" | "ca::bonus_tax_basis" | "ca::qc::income_tax_method" | "ca::qc::bonus_tax_method" | "ca::payee" | "ca::non_resident" | "ca::pensionable_months" | "ca::federal_tax_exempt" | "ca::provincial_tax_exempt" | "ca::cpp_exempt" | "ca::ei_exempt" | "ca::qc::qpp_exempt" | "ca::qc::qpip_exempt" | "ca::nt::territorial_payroll_tax" | "ca::nu::territorial_payroll_tax" | "ca::federal::additional_tax" | "ca::federal::claim_amount" | "ca::federal::claim_amount_not_indexed" | "ca::federal::total_income_less_than_total_claim_amount" | "ca::federal::annual_deduction_at_source" | "ca::federal::annual_credit_at_source" | "ca::federal::northern_deduction" | "ca::federal::alimony" | "ca::federal::labour_sponsored_shares" | "ca::federal::commission" | "ca::federal::claim_code" | "ca::qc::commission" | "ca::qc::fhsa" | "ca::qc::form_deductions" | "ca::qc::annual_deduction_at_source" | "ca::ab::annual_credit_at_source" | "ca::bc::annual_credit_at_source" | "ca::mb::annual_credit_at_source" | "ca::nb::annual_credit_at_source" | "ca::nl::annual_credit_at_source" | "ca::ns::annual_credit_at_source" | "ca::nt::annual_credit_at_source" | "ca::nu::annual_credit_at_source" | "ca::on::annual_credit_at_source" | "ca::pe::annual_credit_at_source" | "ca::qc::annual_credit_at_source" | "ca::sk::annual_credit_at_source" | "ca::yt::annual_credit_at_source" | "ca::ab::claim_code" | "ca::bc::claim_code" | "ca::mb::claim_code" | "ca::nb::claim_code" | "ca::nl::claim_code" | "ca::ns::claim_code" | "ca::nt::claim_code" | "ca::nu::claim_code" | "ca::on::claim_code" | "ca::pe::claim_code" | "ca::sk::claim_code" | "ca::yt::claim_code" | "ca::mb::labour_sponsored_shares" | "ca::nb::labour_sponsored_shares" | "ca::ns::labour_sponsored_shares" | "ca::sk::labour_sponsored_shares" | "ca::statutory_holiday_pay" | "ca::first_nation_exemptions" | "ca::ab::workers_compensation_class" | "ca::bc::workers_compensation_class" | "ca::mb::workers_compensation_class" | "ca::nb::workers_compensation_class" | "ca::nl::workers_compensation_class" | "ca::ns::workers_compensation_class" | "ca::nt::workers_compensation_class" | "ca::nu::workers_compensation_class" | "ca::on::workers_compensation_class" | "ca::pe::workers_compensation_class" | "ca::qc::workers_compensation_class" | "ca::sk::workers_compensation_class" | "ca::yt::workers_compensation_class" | "ca::ab::claim_amount" | "ca::bc::claim_amount" | "ca::mb::claim_amount" | "ca::nb::claim_amount" | "ca::nl::claim_amount" | "ca::ns::claim_amount" | "ca::nt::claim_amount" | "ca::nu::claim_amount" | "ca::on::claim_amount" | "ca::pe::claim_amount" | "ca::qc::claim_amount" | "ca::sk::claim_amount" | "ca::yt::claim_amount" | "ca::ab::claim_amount_not_indexed" | "ca::bc::claim_amount_not_indexed" | "ca::mb::claim_amount_not_indexed" | "ca::nb::claim_amount_not_indexed" | "ca::nl::claim_amount_not_indexed" | "ca::ns::claim_amount_not_indexed" | "ca::nt::claim_amount_not_indexed" | "ca::nu::claim_amount_not_indexed" | "ca::pe::claim_amount_not_indexed" | "ca::qc::claim_amount_not_indexed" | "ca::sk::claim_amount_not_indexed" | "ca::yt::claim_amount_not_indexed" | "ca::ab::total_income_less_than_total_claim_amount" | "ca::bc::total_income_less_than_total_claim_amount" | "ca::mb::total_income_less_than_total_claim_amount" | "ca::nb::total_income_less_than_total_claim_amount" | "ca::nl::total_income_less_than_total_claim_amount" | "ca::ns::total_income_less_than_total_claim_amount" | "ca::nt::total_income_less_than_total_claim_amount" | "ca::nu::total_income_less_than_total_claim_amount" | "ca::pe::total_income_less_than_total_claim_amount" | "ca::sk::total_income_less_than_total_claim_amount" | "ca::yt::total_income_less_than_total_claim_amount" | "ca::on::dependent_children_credit" | "ca::on::impaired_dependants_credit" | "ca::qc::additional_tax" | "ca::ei_premium_reduction")[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tax_property_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    create_tax_property: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["tax_property_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tax_property"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_tax_property: {
        parameters: {
            query?: {
                expand?: string[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                tax_property: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tax_property"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    update_tax_property: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                tax_property: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["tax_property_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tax_property"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    delete_tax_property: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                tax_property: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_upsert_tax_properties: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["tax_property_batch_upsert"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_tax_property_templates: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                type?: ("ca::province_of_employment" | "ca::province_of_work" | "ca::tax_id" | "ca::qc::tax_id" | "ca::federal_oc_surtax_exempt" | "ca::on::eht" | "ca::mb::eht" | "ca::nl::eht" | "ca::bc::eht" | "ca::qc::eht" | "ca::qc::health_services_fund" | "ca::qc::workforce_skills_fund" | "ca::income_tax_method" | "ca::rounding_mode" | "ca::bonus_tax_basis" | "ca::qc::income_tax_method" | "ca::qc::bonus_tax_method" | "ca::payee" | "ca::non_resident" | "ca::pensionable_months" | "ca::federal_tax_exempt" | "ca::provincial_tax_exempt" | "ca::cpp_exempt" | "ca::ei_exempt" | "ca::qc::qpp_exempt" | "ca::qc::qpip_exempt" | "ca::nt::territorial_payroll_tax" | "ca::nu::territorial_payroll_tax" | "ca::federal::additional_tax" | "ca::federal::claim_amount" | "ca::federal::claim_amount_not_indexed" | "ca::federal::total_income_less_than_total_claim_amount" | "ca::federal::annual_deduction_at_source" | "ca::federal::annual_credit_at_source" | "ca::federal::northern_deduction" | "ca::federal::alimony" | "ca::federal::labour_sponsored_shares" | "ca::federal::commission" | "ca::federal::claim_code" | "ca::qc::commission" | "ca::qc::fhsa" | "ca::qc::form_deductions" | "ca::qc::annual_deduction_at_source" | "ca::ab::annual_credit_at_source" | "ca::bc::annual_credit_at_source" | "ca::mb::annual_credit_at_source" | "ca::nb::annual_credit_at_source" | "ca::nl::annual_credit_at_source" | "ca::ns::annual_credit_at_source" | "ca::nt::annual_credit_at_source" | "ca::nu::annual_credit_at_source" | "ca::on::annual_credit_at_source" | "ca::pe::annual_credit_at_source" | "ca::qc::annual_credit_at_source" | "ca::sk::annual_credit_at_source" | "ca::yt::annual_credit_at_source" | "ca::ab::claim_code" | "ca::bc::claim_code" | "ca::mb::claim_code" | "ca::nb::claim_code" | "ca::nl::claim_code" | "ca::ns::claim_code" | "ca::nt::claim_code" | "ca::nu::claim_code" | "ca::on::claim_code" | "ca::pe::claim_code" | "ca::sk::claim_code" | "ca::yt::claim_code" | "ca::mb::labour_sponsored_shares" | "ca::nb::labour_sponsored_shares" | "ca::ns::labour_sponsored_shares" | "ca::sk::labour_sponsored_shares" | "ca::statutory_holiday_pay" | "ca::first_nation_exemptions" | "ca::ab::workers_compensation_class" | "ca::bc::workers_compensation_class" | "ca::mb::workers_compensation_class" | "ca::nb::workers_compensation_class" | "ca::nl::workers_compensation_class" | "ca::ns::workers_compensation_class" | "ca::nt::workers_compensation_class" | "ca::nu::workers_compensation_class" | "ca::on::workers_compensation_class" | "ca::pe::workers_compensation_class" | "ca::qc::workers_compensation_class" | "ca::sk::workers_compensation_class" | "ca::yt::workers_compensation_class" | "ca::ab::claim_amount" | "ca::bc::claim_amount" | "ca::mb::claim_amount" | "ca::nb::claim_amount" | "ca::nl::claim_amount" | "ca::ns::claim_amount" | "ca::nt::claim_amount" | "ca::nu::claim_amount" | "ca::on::claim_amount" | "ca::pe::claim_amount" | "ca::qc::claim_amount" | "ca::sk::claim_amount" | "ca::yt::claim_amount" | "ca::ab::claim_amount_not_indexed" | "ca::bc::claim_amount_not_indexed" | "ca::mb::claim_amount_not_indexed" | "ca::nb::claim_amount_not_indexed" | "ca::nl::claim_amount_not_indexed" | "ca::ns::claim_amount_not_indexed" | "ca::nt::claim_amount_not_indexed" | "ca::nu::claim_amount_not_indexed" | "ca::pe::claim_amount_not_indexed" | "ca::qc::claim_amount_not_indexed" | "ca::sk::claim_amount_not_indexed" | "ca::yt::claim_amount_not_indexed" | "ca::ab::total_income_less_than_total_claim_amount" | "ca::bc::total_income_less_than_total_claim_amount" | "ca::mb::total_income_less_than_total_claim_amount" | "ca::nb::total_income_less_than_total_claim_amount" | "ca::nl::total_income_less_than_total_claim_amount" | "ca::ns::total_income_less_than_total_claim_amount" | "ca::nt::total_income_less_than_total_claim_amount" | "ca::nu::total_income_less_than_total_claim_amount" | "ca::pe::total_income_less_than_total_claim_amount" | "ca::sk::total_income_less_than_total_claim_amount" | "ca::yt::total_income_less_than_total_claim_amount" | "ca::on::dependent_children_credit" | "ca::on::impaired_dependants_credit" | "ca::qc::additional_tax" | "ca::ei_premium_reduction")[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tax_property_template_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_tax_property_template: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                tax_property_template: "ca::province_of_employment" | "ca::province_of_work" | "ca::tax_id" | "ca::qc::tax_id" | "ca::federal_oc_surtax_exempt" | "ca::on::eht" | "ca::mb::eht" | "ca::nl::eht" | "ca::bc::eht" | "ca::qc::eht" | "ca::qc::health_services_fund" | "ca::qc::workforce_skills_fund" | "ca::income_tax_method" | "ca::rounding_mode" | "ca::bonus_tax_basis" | "ca::qc::income_tax_method" | "ca::qc::bonus_tax_method" | "ca::payee" | "ca::non_resident" | "ca::pensionable_months" | "ca::federal_tax_exempt" | "ca::provincial_tax_exempt" | "ca::cpp_exempt" | "ca::ei_exempt" | "ca::qc::qpp_exempt" | "ca::qc::qpip_exempt" | "ca::nt::territorial_payroll_tax" | "ca::nu::territorial_payroll_tax" | "ca::federal::additional_tax" | "ca::federal::claim_amount" | "ca::federal::claim_amount_not_indexed" | "ca::federal::total_income_less_than_total_claim_amount" | "ca::federal::annual_deduction_at_source" | "ca::federal::annual_credit_at_source" | "ca::federal::northern_deduction" | "ca::federal::alimony" | "ca::federal::labour_sponsored_shares" | "ca::federal::commission" | "ca::federal::claim_code" | "ca::qc::commission" | "ca::qc::fhsa" | "ca::qc::form_deductions" | "ca::qc::annual_deduction_at_source" | "ca::ab::annual_credit_at_source" | "ca::bc::annual_credit_at_source" | "ca::mb::annual_credit_at_source" | "ca::nb::annual_credit_at_source" | "ca::nl::annual_credit_at_source" | "ca::ns::annual_credit_at_source" | "ca::nt::annual_credit_at_source" | "ca::nu::annual_credit_at_source" | "ca::on::annual_credit_at_source" | "ca::pe::annual_credit_at_source" | "ca::qc::annual_credit_at_source" | "ca::sk::annual_credit_at_source" | "ca::yt::annual_credit_at_source" | "ca::ab::claim_code" | "ca::bc::claim_code" | "ca::mb::claim_code" | "ca::nb::claim_code" | "ca::nl::claim_code" | "ca::ns::claim_code" | "ca::nt::claim_code" | "ca::nu::claim_code" | "ca::on::claim_code" | "ca::pe::claim_code" | "ca::sk::claim_code" | "ca::yt::claim_code" | "ca::mb::labour_sponsored_shares" | "ca::nb::labour_sponsored_shares" | "ca::ns::labour_sponsored_shares" | "ca::sk::labour_sponsored_shares" | "ca::statutory_holiday_pay" | "ca::first_nation_exemptions" | "ca::ab::workers_compensation_class" | "ca::bc::workers_compensation_class" | "ca::mb::workers_compensation_class" | "ca::nb::workers_compensation_class" | "ca::nl::workers_compensation_class" | "ca::ns::workers_compensation_class" | "ca::nt::workers_compensation_class" | "ca::nu::workers_compensation_class" | "ca::on::workers_compensation_class" | "ca::pe::workers_compensation_class" | "ca::qc::workers_compensation_class" | "ca::sk::workers_compensation_class" | "ca::yt::workers_compensation_class" | "ca::ab::claim_amount" | "ca::bc::claim_amount" | "ca::mb::claim_amount" | "ca::nb::claim_amount" | "ca::nl::claim_amount" | "ca::ns::claim_amount" | "ca::nt::claim_amount" | "ca::nu::claim_amount" | "ca::on::claim_amount" | "ca::pe::claim_amount" | "ca::qc::claim_amount" | "ca::sk::claim_amount" | "ca::yt::claim_amount" | "ca::ab::claim_amount_not_indexed" | "ca::bc::claim_amount_not_indexed" | "ca::mb::claim_amount_not_indexed" | "ca::nb::claim_amount_not_indexed" | "ca::nl::claim_amount_not_indexed" | "ca::ns::claim_amount_not_indexed" | "ca::nt::claim_amount_not_indexed" | "ca::nu::claim_amount_not_indexed" | "ca::pe::claim_amount_not_indexed" | "ca::qc::claim_amount_not_indexed" | "ca::sk::claim_amount_not_indexed" | "ca::yt::claim_amount_not_indexed" | "ca::ab::total_income_less_than_total_claim_amount" | "ca::bc::total_income_less_than_total_claim_amount" | "ca::mb::total_income_less_than_total_claim_amount" | "ca::nb::total_income_less_than_total_claim_amount" | "ca::nl::total_income_less_than_total_claim_amount" | "ca::ns::total_income_less_than_total_claim_amount" | "ca::nt::total_income_less_than_total_claim_amount" | "ca::nu::total_income_less_than_total_claim_amount" | "ca::pe::total_income_less_than_total_claim_amount" | "ca::sk::total_income_less_than_total_claim_amount" | "ca::yt::total_income_less_than_total_claim_amount" | "ca::on::dependent_children_credit" | "ca::on::impaired_dependants_credit" | "ca::qc::additional_tax" | "ca::ei_premium_reduction";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tax_property_template"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    create_token: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["token_create"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["token"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    revoke_tokens: {
        parameters: {
            query?: {
                company_id?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["token_delete"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_webhooks: {
        parameters: {
            query?: {
                events?: ("resource_created" | "resource_updated" | "resource_deleted" | "payroll_approved" | "payroll_unapproved" | "payroll_paid" | "payroll_deadline_upcoming" | "pay_stub_available" | "async_task_completed" | "form_batch_completed" | "integration_authentication_success" | "integration_authentication_failure" | "integration_sync_account_codes_complete" | "integration_sync_account_codes_failure" | "integration_sync_journal_entries_complete" | "integration_sync_journal_entries_failure" | "integration_sync_tags_complete" | "integration_sync_tags_failure")[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["webhook_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    create_webhook: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["webhook_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["webhook"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_webhook: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["webhook"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    update_webhook: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                webhook: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["webhook_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["webhook"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    delete_webhook: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_webhook_keys: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["webhook_key"][];
                        /** @constant */
                        object: "list";
                    };
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    create_webhook_key: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                webhook: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["webhook_key_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["webhook_key"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    delete_webhook_key: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                webhook: string;
                webhook_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    list_work_assignments: {
        parameters: {
            query?: {
                archived_at?: components["schemas"]["date_filter"];
                business_entity_id?: string;
                contractor_id?: string;
                employee_id?: string;
                expand?: string[];
                external_ref?: string;
                include_archived?: boolean;
                page?: number;
                pay_schedule_id?: string;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["work_assignment_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    create_work_assignment: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["work_assignment_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["work_assignment"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    retrieve_work_assignment: {
        parameters: {
            query?: {
                expand?: string[];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                work_assignment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["work_assignment"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    update_work_assignment: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "If-Match"?: components["parameters"]["If-Match"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path: {
                work_assignment: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["work_assignment_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["work_assignment"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    batch_upsert_work_assignments: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["work_assignment_batch_upsert"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_work_assignments: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["work_assignment_bulk_create"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["work_assignment_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_create_scope_work_assignments: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["work_assignment_bulk_create_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: (components["schemas"]["employee"] | components["schemas"]["contractor"])[];
                        links: components["schemas"]["page_links"];
                        meta: components["schemas"]["page_meta"];
                        /** @constant */
                        object: "list";
                    };
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_work_assignments: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                Prefer?: components["parameters"]["Prefer"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["work_assignment_bulk_update"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["work_assignment_records"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["async_task"];
                };
            };
            400: components["responses"]["refused"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    bulk_update_scope_work_assignments: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["work_assignment_bulk_update_scope"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["work_assignment_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    search_work_assignments: {
        parameters: {
            query?: {
                expand?: string[];
                page?: number;
                per_page?: number;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                "X-Idempotency-Key"?: components["parameters"]["X-Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["work_assignment_search"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["work_assignment_list"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_type"];
            422: components["responses"]["not_valid"];
            429: components["responses"]["too_many_requests"];
            500: components["responses"]["failed"];
            503: components["responses"]["not_available"];
        };
    };
    told_of_async_task_completed: {
        parameters: {
            query?: never;
            header: {
                "Webhook-Id": string;
                "Webhook-Signature": string;
                "Webhook-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["async_task_completed_call"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    told_of_pay_stub_available: {
        parameters: {
            query?: never;
            header: {
                "Webhook-Id": string;
                "Webhook-Signature": string;
                "Webhook-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["pay_stub_available_call"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    told_of_payroll_approved: {
        parameters: {
            query?: never;
            header: {
                "Webhook-Id": string;
                "Webhook-Signature": string;
                "Webhook-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["payroll_approved_call"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    told_of_payroll_deadline_upcoming: {
        parameters: {
            query?: never;
            header: {
                "Webhook-Id": string;
                "Webhook-Signature": string;
                "Webhook-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["payroll_deadline_upcoming_call"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    told_of_payroll_paid: {
        parameters: {
            query?: never;
            header: {
                "Webhook-Id": string;
                "Webhook-Signature": string;
                "Webhook-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["payroll_paid_call"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    told_of_resource_created: {
        parameters: {
            query?: never;
            header: {
                "Webhook-Id": string;
                "Webhook-Signature": string;
                "Webhook-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["resource_created_call"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    told_of_resource_deleted: {
        parameters: {
            query?: never;
            header: {
                "Webhook-Id": string;
                "Webhook-Signature": string;
                "Webhook-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["resource_deleted_call"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    told_of_resource_updated: {
        parameters: {
            query?: never;
            header: {
                "Webhook-Id": string;
                "Webhook-Signature": string;
                "Webhook-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["resource_updated_call"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
